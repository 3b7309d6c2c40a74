import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SPILL_DIRECTORY } from './engine.ts';
import { DOWNLOADS_DIRECTORY } from './table-file.ts';

/** Deletes downloads and spill files of dead processes; returns their number. */
export async function deleteLeftovers(folder: string, untouchedSince: Date): Promise<number> {
  let deleted = 0;
  for (const part of [DOWNLOADS_DIRECTORY, SPILL_DIRECTORY]) {
    const names = await readdir(join(folder, part)).catch(ignoreMissing);
    for (const name of names ?? []) {
      const path = join(folder, part, name);
      const found = await stat(path).catch(ignoreMissing);
      if (found === undefined || found.mtime >= untouchedSince) continue;
      await rm(path, { recursive: true, force: true });
      deleted += 1;
    }
  }
  return deleted;
}

/** A download is unlinked as soon as it is open, and other processes clean up too. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
