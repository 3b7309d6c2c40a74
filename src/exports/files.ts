import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Below the directory of the warehouse, which all processes share and the engine may write. */
export const exportsDirectory = (warehouse: string): string => join(warehouse, 'exports');

export const exportPath = (directory: string, fileName: string): string => join(directory, fileName);

/**
 * A new file with the bytes that an earlier worker recorded. It is a copy: that worker may still write to its own
 * file. Undefined when they are not there, as after a crash of the machine.
 */
export async function openContinued(
  directory: string,
  fileName: string,
  from: { fileName: string | null; bytes: number },
): Promise<FileHandle | undefined> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
  const path = exportPath(directory, fileName);
  if (from.fileName !== null && from.bytes === 0) await deleteExportFile(directory, from.fileName);
  if (from.fileName === null || from.bytes === 0) return open(path, 'wx', FILE_MODE);
  const former = exportPath(directory, from.fileName);
  const size = await stat(former).then(
    (found) => found.size,
    () => -1,
  );
  if (size < from.bytes) return undefined;
  await copyFile(former, path, constants.COPYFILE_EXCL);
  await truncate(path, from.bytes);
  await rm(former, { force: true });
  return open(path, 'a', FILE_MODE);
}

export const deleteExportFile = (directory: string, fileName: string): Promise<void> =>
  rm(exportPath(directory, fileName), { force: true });

/** Files that no export names, older than a moment: of killed workers. */
export async function deleteOrphans(
  directory: string,
  named: ReadonlySet<string>,
  untouchedSince: Date,
): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    if (named.has(name)) continue;
    const found = await stat(exportPath(directory, name)).catch(() => undefined);
    if (found !== undefined && found.mtime < untouchedSince) await deleteExportFile(directory, name);
  }
}
