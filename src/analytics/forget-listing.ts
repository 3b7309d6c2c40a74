import { type Db, sql } from '../db/sql.ts';
import { quoteLiteral } from '../warehouse/engine.ts';
import { removeFile, warehouseFilePath } from './files.ts';
import { deleteFileRow, markFilesObsolete, selectLiveFiles, type WarehouseFile } from './manifest.ts';
import { type WarehouseContext, writeWarehouseFile } from './write.ts';

/** Deletes the events of a listing that are not in a file yet. */
export async function forgetEvents(db: Db, listingId: string): Promise<void> {
  await db.rows(sql`delete from listing_event where listing_id = ${listingId}`);
  await db.rows(sql`delete from listing_last_event where listing_id = ${listingId}`);
  await db.rows(sql`delete from market_sample where listing_id = ${listingId}`);
}

/** A reader lists files at most 5 s before its query, which lasts at most 20 s. */
export const READERS_GONE_MS = 26_000;

export interface RewrittenFiles {
  replaced: WarehouseFile[];
  /** False while another writer has a month: call again. */
  isComplete: boolean;
}

/** Writes the files again that hold events of a listing, without them. */
export async function rewriteFilesWithout(
  warehouse: WarehouseContext,
  listingId: string,
): Promise<RewrittenFiles> {
  const replaced: WarehouseFile[] = [];
  let isComplete = true;
  for (const file of await selectLiveFiles(warehouse.db)) {
    const path = quoteLiteral(warehouseFilePath(warehouse.engine.folder, file));
    const rest = `(select * from read_parquet(${path}, hive_partitioning = false) where listing_id <> ${quoteLiteral(listingId)})`;
    const found = await countIn(warehouse, rest);
    if (found === file.eventCount) continue;
    const commit = async (db: Db): Promise<boolean> =>
      (await markFilesObsolete(db, [file.fileId], warehouse.clock.now())) === 1;
    const isReplaced =
      found === 0
        ? await warehouse.db.transaction(commit)
        : (await writeWarehouseFile(warehouse, file.month, { source: async () => rest, commit })) !==
          undefined;
    if (isReplaced) replaced.push(file);
    else isComplete = false;
  }
  return { replaced, isComplete };
}

async function countIn({ engine }: WarehouseContext, source: string): Promise<number> {
  return engine.use(async (session) => {
    for await (const [row] of session.rows<{ n: number }>(`select count(*)::double as n from ${source}`))
      return row?.n ?? 0;
    return 0;
  });
}

/** Deletes replaced files at once, after their last reader. */
export async function deleteReplaced(
  { db, engine }: WarehouseContext,
  files: readonly WarehouseFile[],
): Promise<void> {
  for (const file of files) {
    if (await deleteFileRow(db, file.fileId)) await removeFile(warehouseFilePath(engine.folder, file));
  }
}
