import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Closed files, in the layout that Parquet tools expect of a partitioned table. */
const TABLE_DIRECTORY = 'listing_events';
/** Files being written; nobody reads here. */
const DRAFT_DIRECTORY = 'writing';

export const warehouseFilePath = (
  folder: string,
  { month, fileId }: { month: string; fileId: string },
): string => join(folder, TABLE_DIRECTORY, `month=${month.slice(0, 7)}`, `${fileId}.parquet`);

export async function draftPath(folder: string, fileId: string): Promise<string> {
  await mkdir(join(folder, DRAFT_DIRECTORY), { recursive: true });
  return join(folder, DRAFT_DIRECTORY, `${fileId}.parquet`);
}

/** Publishes a draft durably: its bytes and its name survive a power failure. Returns its size. */
export async function publishDraft(draft: string, path: string): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  await syncPath(draft);
  await rename(draft, path);
  // The name is in the directory of the month, which may be new itself.
  await syncPath(dirname(path));
  await syncPath(dirname(dirname(path)));
  return (await stat(path)).size;
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export const removeFile = (path: string): Promise<void> => rm(path, { force: true });

/** Every file of the directory that is ours, published or not, by its id. */
export async function listFilesOnDisk(folder: string): Promise<{ fileId: string; path: string }[]> {
  const found: { fileId: string; path: string }[] = [];
  for (const part of [DRAFT_DIRECTORY, TABLE_DIRECTORY]) {
    const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true }).catch(
      ignoreMissing,
    );
    for (const entry of entries) {
      const fileId = /^([0-9a-f-]{36})\.parquet/.exec(entry.name)?.[1];
      if (entry.isFile() && fileId !== undefined) {
        found.push({ fileId, path: join(entry.parentPath, entry.name) });
      }
    }
  }
  return found;
}

function ignoreMissing(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}
