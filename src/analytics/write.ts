import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { type Engine, type EngineSession, quoteLiteral } from '../warehouse/engine.ts';
import { draftPath, publishDraft, removeFile, warehouseFilePath } from './files.ts';
import { deleteFileRow, insertFile, markFileClosed, type WrittenFileStats } from './manifest.ts';

export interface WarehouseContext {
  db: Database;
  clock: Clock;
  engine: Engine;
  /** Every region whose files are in the same directory; `db` alone when undefined. */
  sharing?: readonly Db[];
}

/** Nobody waits for a file; a writer that takes longer than this is abandoned by the cleanup. */
export const MAX_FILE_WRITE_MS = 600_000;

/** Sorted by city: a query for one city reads a fraction of the file. */
const ROW_ORDER = 'city_id, event_at';

/**
 * Writes one file of a month: announced, written, made durable, renamed, then closed together with `commit` in one
 * transaction. `source` fills the session and names what to read. After a crash at any point the file does not count.
 * Returns its number of events; undefined when another writer has the month, there is nothing to write, or `commit`
 * refuses.
 */
export async function writeWarehouseFile(
  { db, clock, engine }: WarehouseContext,
  month: string,
  work: {
    source(session: EngineSession): Promise<string | undefined>;
    commit(db: Db, written: WrittenFileStats): Promise<boolean>;
  },
): Promise<number | undefined> {
  const fileId = newId(clock.now());
  if (!(await insertFile(db, fileId, month, clock.now()))) return undefined;
  const path = warehouseFilePath(engine.folder, { month, fileId });
  const draft = await draftPath(engine.folder, fileId);
  try {
    const counted = await engine.use(async (session) => {
      const source = await work.source(session);
      return source === undefined ? undefined : writeDraft(session, source, draft);
    }, MAX_FILE_WRITE_MS);
    if (counted !== undefined) {
      const written = { ...counted, bytes: await publishDraft(draft, path) };
      const committed = await db.transaction(async (transaction) => {
        if (!(await work.commit(transaction, written))) return false;
        return markFileClosed(transaction, fileId, written, clock.now());
      });
      if (committed) return written.eventCount;
    }
  } catch (error) {
    // After a lost answer to the commit the file may count: only the manifest decides, and only the cleanup may delete
    // it.
    await deleteFileRow(db, fileId).catch(() => undefined);
    throw error;
  }
  if (await deleteFileRow(db, fileId)) await Promise.all([removeFile(draft), removeFile(path)]);
  return undefined;
}

async function writeDraft(
  session: EngineSession,
  source: string,
  draft: string,
): Promise<Omit<WrittenFileStats, 'bytes'>> {
  await session.run(
    `copy (select * from ${source} order by ${ROW_ORDER}) to ${quoteLiteral(draft)} (format parquet, compression zstd)`,
  );
  const counted = session.rows<{ events: number; first: string; last: string }>(
    `select count(*)::double as events, strftime(min(event_at), '%Y-%m-%dT%H:%M:%S.%fZ') as first,
            strftime(max(event_at), '%Y-%m-%dT%H:%M:%S.%fZ') as last from read_parquet(${quoteLiteral(draft)})`,
  );
  for await (const [row] of counted) {
    if (row === undefined) break;
    return {
      eventCount: row.events,
      firstEventAt: new Date(row.first),
      lastEventAt: new Date(row.last),
    };
  }
  throw new Error('a written file could not be counted');
}
