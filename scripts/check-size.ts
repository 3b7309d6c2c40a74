import { isTest, type ProjectFile } from './project-files.ts';
import type { Findings } from './steps.ts';

export const FILE_CAP_LINES = 300;
export const FILE_NOTE_LINES = 200;
/** Tests and SQL are lists of cases: they have no cap, but very long ones are noted. */
export const LIST_NOTE_LINES = 400;

export function sizeFindings(files: readonly ProjectFile[]): Findings {
  const faults: string[] = [];
  const notes: string[] = [];
  for (const { path, text } of files) {
    const lines = text.split('\n').length - 1;
    if (isTest(path) || path.endsWith('.sql')) {
      if (lines > LIST_NOTE_LINES) notes.push(`${path}: ${lines} lines`);
    } else if (isCode(path)) {
      if (lines > FILE_CAP_LINES) faults.push(`${path}: ${lines} lines, the cap is ${FILE_CAP_LINES}`);
      else if (lines > FILE_NOTE_LINES) notes.push(`${path}: ${lines} lines; consider splitting it`);
    }
  }
  return { faults, notes };
}

/** Written by a script, and read by nobody from top to bottom. */
const GENERATED = '/generated/';

function isCode(path: string): boolean {
  return !path.includes(GENERATED) && /\.(?:ts|tsx|mjs|js|css)$/.test(path);
}
