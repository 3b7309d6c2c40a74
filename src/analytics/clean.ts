import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { sweepLeftovers } from '../warehouse/delete-leftovers.ts';
import { listFilesOnDisk, removeFile, warehouseFilePath } from './files.ts';
import { deleteFileRow, selectKnownFiles, selectObsoleteFiles } from './manifest.ts';
import { MAX_FILE_WRITE_MS, type WarehouseContext } from './write.ts';

/** A question lasts 20 s and begins with a list of files of 5 s ago at most: after this nobody reads a replaced file. */
const READER_GRACE_MS = HOUR_MS;
/** Whoever works touches its folder every few minutes. */
const ABANDONED_MS = DAY_MS;

/** Gives up writers that died, removes files that were merged, and what belongs to nobody; answers how many files went. */
export async function deleteObsoleteFiles({ db, clock, engine }: WarehouseContext): Promise<number> {
  const now = clock.now().getTime();
  const obsolete = await selectObsoleteFiles(db, {
    begunBefore: new Date(now - MAX_FILE_WRITE_MS),
    replacedBefore: new Date(now - READER_GRACE_MS),
  });
  // Row by row before its file: a crash between the two leaves a file without a row, which the next lines find.
  for (const file of obsolete) {
    if (await deleteFileRow(db, file.fileId)) await removeFile(warehouseFilePath(engine.folder, file));
  }
  // The folder first: a row stands before its file does, so what has no row afterwards never will.
  const found = await listFilesOnDisk(engine.folder);
  const known = await selectKnownFiles(db);
  const orphans = found.filter(({ fileId }) => !known.has(fileId));
  for (const { path } of orphans) await removeFile(path);
  const swept = await sweepLeftovers(engine.folder, new Date(now - ABANDONED_MS));
  return obsolete.length + orphans.length + swept;
}
