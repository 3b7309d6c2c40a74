import { type Database, type Db, sql } from '../../db/sql.ts';
import { lockForRecording, selectDocuments } from '../store.ts';
import { LAYOUT } from './layout.ts';
import { writeSearchRows } from './write.ts';

/** Looked at in one read, and made again in one transaction. */
const SCAN_ROWS = 2_000;
const BATCH_ROWS = 200;
const MAX_RETRIES = 5;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface RebuildOptions {
  /** Every row, also those that were made for the columns there are now: after a change of how a column is read. */
  all?: boolean;
  signal?: AbortSignal;
  /** Hears how many properties were looked at. */
  onProgress?(count: number): void;
}

/**
 * Makes the searchable rows of properties that have none, or one made for other columns. May be cut at any moment and begun again: what
 * is done is not done twice. Recording goes on meanwhile. Answers how many were made.
 */
export async function rebuildSearch(
  db: Database,
  { all = false, signal, onProgress }: RebuildOptions = {},
): Promise<number> {
  let made = 0;
  for (let after = FIRST_ID; !signal?.aborted; ) {
    const rows = await readPropertiesAfter(db, after);
    const last = rows.at(-1);
    if (last === undefined) break;
    const due = rows.filter(({ layout }) => all || layout !== LAYOUT).map(({ id }) => id);
    for (let at = 0; at < due.length && !signal?.aborted; at += BATCH_ROWS) {
      await db.transaction((tx) => rebuildRows(tx, due.slice(at, at + BATCH_ROWS)), { retries: MAX_RETRIES });
    }
    made += due.length;
    onProgress?.(rows.length);
    after = last.id;
  }
  return made;
}

/** Under the locks of recording: what is read is what is written. */
async function rebuildRows(db: Db, ids: readonly string[]): Promise<void> {
  await lockForRecording(db, [], ids);
  const rows = await selectDocuments(db, ids);
  await writeSearchRows(
    db,
    rows.map(({ document }) => document),
  );
}

const readPropertiesAfter = (db: Db, after: string): Promise<{ id: string; layout: number | null }[]> =>
  db.rows(sql`
    select property.property_id as id, layout from property left join property_search using (property_id)
    where property_id > ${after}::uuid and document is not null order by property_id limit ${SCAN_ROWS}`);
