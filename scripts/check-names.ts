import { isTest, type ProjectFile } from './project-files.ts';
import type { Findings } from './steps.ts';

/** A name that two files of `src` export makes a reader ask which of them is meant. */
export const MAX_REPEATED_NAMES = 60;

const DECLARATION =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+([\w$]+)/gm;

/** The names that more than one file of `src` declares and exports, with those files. Generated files do not count. */
export function repeatedNames(files: readonly ProjectFile[]): Map<string, string[]> {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!/^src\/.*\.tsx?$/.test(path) || isTest(path) || path.includes('/generated/')) continue;
    for (const [, name = ''] of text.matchAll(DECLARATION)) {
      places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }
  const repeated = [...places].filter(([, paths]) => paths.size > 1);
  return new Map(repeated.map(([name, paths]) => [name, [...paths]]));
}

export function nameFindings(files: readonly ProjectFile[]): Findings {
  const repeated = repeatedNames(files);
  const count = `${repeated.size} exported names exist more than once, the cap is ${MAX_REPEATED_NAMES}`;
  if (repeated.size <= MAX_REPEATED_NAMES) return { faults: [], notes: [count] };
  return {
    faults: [count, ...[...repeated].map(([name, paths]) => `${name}: ${paths.join(', ')}`)],
    notes: [],
  };
}
