import { resolve } from 'node:path';
import type { TestSummary } from './closing.ts';

/** The files that are not in the summary of their run. */
export function findUnreported(
  root: string,
  files: readonly string[],
  { files: reported }: Pick<TestSummary, 'files'>,
): string[] {
  const known = new Set(reported.map(({ file }) => file));
  return files.filter((file) => !known.has(resolve(root, file)));
}
