import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { importsIn } from '../imports.ts';

/** Modules that make a test slow: a server, a process of ours, a browser, generated listings. */
const SLOW_PARTS = [
  'test/support/database-server.ts',
  'test/support/gable.ts',
  'test/support/browser.ts',
  'src/db/embedded.ts',
  'src/world/generate.ts',
];

/** The unit tests of src whose imports reach, directly or indirectly, none of the slow modules. */
export function quickFiles(root: string, files: readonly string[]): string[] {
  const slow = new Set(findFilesReaching(root, files, SLOW_PARTS));
  return files.filter((file) => file.startsWith('src/') && !slow.has(file));
}

/** The files whose imports reach, directly or indirectly, one of the modules. */
export function findFilesReaching(
  root: string,
  files: readonly string[],
  modules: readonly string[],
): string[] {
  const known = new Map<string, readonly string[]>();
  return files.filter((file) => {
    const reached = new Set([file]);
    for (const path of reached) {
      if (modules.includes(path)) return true;
      for (const next of importedBy(root, path, known)) reached.add(next);
    }
    return false;
  });
}

function importedBy(root: string, path: string, known: Map<string, readonly string[]>): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const found = importsIn(readFileSync(posix.join(root, path), 'utf8'))
    .filter(({ specifier, values }) => specifier?.startsWith('.') && values.length > 0)
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier ?? ''))
    .filter((target) => /\.(?:ts|tsx|mjs)$/.test(target) && existsSync(posix.join(root, target)));
  known.set(path, found);
  return found;
}
