import { type Database, type Db, firstRow, sql } from '../../db/sql.ts';
import { lockForRecording, selectDocuments } from '../store.ts';
import { LAYOUT } from './layout.ts';
import { writeSearchRows } from './write.ts';

/** Rows of one read, and rows rebuilt in one transaction. */
const SCAN_ROWS = 2_000;
const BATCH_ROWS = 200;
const MAX_RETRIES = 5;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface RebuildOptions {
  /** Rebuilds every row, also those of the current layout: needed after a change of how a column is derived. */
  all?: boolean;
  signal?: AbortSignal;
  /** Called with the number of properties scanned. */
  onProgress?(count: number): void;
}

/**
 * Rebuilds the search rows of properties that have none or one of another layout; returns their number. It can be
 * interrupted and restarted at any time without repeating work, and runs beside recording.
 */
export async function rebuildSearch(
  db: Database,
  { all = false, signal, onProgress }: RebuildOptions = {},
): Promise<number> {
  let rebuilt = 0;
  for (let after = FIRST_ID; !signal?.aborted; ) {
    const { count, last, outdated } = await readPage(db, after, all);
    if (last === null) break;
    for (let at = 0; at < outdated.length && !signal?.aborted; at += BATCH_ROWS) {
      await db.transaction((tx) => rebuildRows(tx, outdated.slice(at, at + BATCH_ROWS)), {
        retries: MAX_RETRIES,
      });
    }
    rebuilt += outdated.length;
    onProgress?.(count);
    after = last;
  }
  return rebuilt;
}

/** Takes the locks of recording, so that no change is lost between read and write. */
async function rebuildRows(db: Db, ids: readonly string[]): Promise<void> {
  await lockForRecording(db, [], ids);
  const rows = await selectDocuments(db, ids);
  await writeSearchRows(
    db,
    rows.map(({ document }) => document),
  );
}

interface ScannedPage {
  readonly count: number;
  /** Null at the end. */
  readonly last: string | null;
  readonly outdated: readonly string[];
}

/** The server compares: most scans find nothing, and the ids of 1,000,000 rows are 0.3 s of CPU to parse. */
async function readPage(db: Db, after: string, all: boolean): Promise<ScannedPage> {
  const page = await firstRow<ScannedPage>(
    db,
    sql`
    with page as materialized (
      select property_id, layout from property left join property_search using (property_id)
      where property_id > ${after}::uuid and (packed is not null or document is not null)
      order by property_id limit ${SCAN_ROWS}
    )
    select (select count(*)::int from page) as count,
      (select property_id from page order by property_id desc limit 1) as last,
      array(select property_id::text from page where ${all}::boolean or layout is distinct from ${LAYOUT}
        order by property_id) as outdated`,
  );
  return page ?? { count: 0, last: null, outdated: [] };
}
