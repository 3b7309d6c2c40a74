import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProjectFile {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

/** Every text file of the project: tracked, or new and not ignored, so that errors show before a commit. */
export function projectFiles(root: string): ProjectFile[] {
  return pathsIn(root).flatMap((path) => {
    const bytes = readOrNothing(join(root, path));
    return bytes === undefined || bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }];
  });
}

function pathsIn(root: string): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const list = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(list.split('\0').filter(Boolean))].sort();
  } catch {
    // An archive of the project without its history.
    return globSync('**/*', { cwd: root, exclude: ['node_modules', 'data', '.git'] }).sort();
  }
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // removed and not committed yet, or a directory
  }
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.endsWith('.test.tsx');
}
