import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface DirectorySize {
  readonly directory: string;
  readonly bytes: number;
}

/** The directories in a directory but those left out, the largest first, with the bytes of all files below. */
export const readDirectorySizes = (root: string, leftOut: readonly string[]): DirectorySize[] =>
  entriesOf(root)
    .filter((entry) => entry.isDirectory() && !leftOut.includes(entry.name))
    .map(({ name }) => ({ directory: name, bytes: sumFiles(join(root, name)) }))
    .sort((one, other) => other.bytes - one.bytes);

const sumFiles = (directory: string): number =>
  entriesOf(directory).reduce((sum, entry) => {
    const path = join(directory, entry.name);
    return sum + (entry.isDirectory() ? sumFiles(path) : fileBytes(path));
  }, 0);

/** A service that is running may delete a file or a directory meanwhile. */
function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

const fileBytes = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
