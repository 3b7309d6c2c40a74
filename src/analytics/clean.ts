import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { deleteLeftovers } from '../warehouse/delete-leftovers.ts';
import { listFilesOnDisk, removeFile, warehouseFilePath } from './files.ts';
import { deleteFileRow, selectKnownFiles, selectObsoleteFiles } from './manifest.ts';
import { MAX_FILE_WRITE_MS, type WarehouseContext } from './write.ts';

/** A query lasts at most 20 s and starts with a file list at most 5 s old: after this nobody reads a replaced file. */
const READER_GRACE_MS = HOUR_MS;
/** A running process touches its directory every few minutes. */
const ABANDONED_MS = DAY_MS;

/** Abandons dead writers, deletes merged and orphaned files; returns how many files. */
export async function deleteObsoleteFiles({
  db,
  clock,
  engine,
  sharing = [db],
}: WarehouseContext): Promise<number> {
  const now = clock.now().getTime();
  const obsolete = await selectObsoleteFiles(db, {
    begunBefore: new Date(now - MAX_FILE_WRITE_MS),
    replacedBefore: new Date(now - READER_GRACE_MS),
  });
  // The row before its file: a crash between the two leaves a file without a row, which the next lines find.
  for (const file of obsolete) {
    if (await deleteFileRow(db, file.fileId)) await removeFile(warehouseFilePath(engine.folder, file));
  }
  // The directory first: a row precedes its file, so a file without a row afterwards never gets one.
  const found = await listFilesOnDisk(engine.folder);
  const known = await Promise.all(sharing.map(selectKnownFiles));
  const orphans = found.filter(({ fileId }) => !known.some((some) => some.has(fileId)));
  for (const { path } of orphans) await removeFile(path);
  const leftovers = await deleteLeftovers(engine.folder, new Date(now - ABANDONED_MS));
  return obsolete.length + orphans.length + leftovers;
}
