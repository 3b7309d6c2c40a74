import { searchColumns } from '../../../criteria/columns.ts';
import type { Cell, SearchRow } from '../../../criteria/search-row.ts';
import { type Db, firstRow, sql } from '../../../db/sql.ts';
import { parseLastSeenTimes, patchLastSeen } from '../../last-seen.ts';
import { LAYOUT, sortColumns, textColumns } from '../layout.ts';
import { microsecondsSql } from '../order-sql.ts';
import type { IndexRow } from './segment.ts';

/** PostgreSQL takes a hundred arguments. */
const MAX_ARGUMENTS = 90;

const read = searchColumns.map(({ name }) => `${textColumns.has(name) ? 'w' : 's'}."${name}"`);
const CELLS = Array.from(
  { length: Math.ceil(read.length / MAX_ARGUMENTS) },
  (_, part) => `json_build_array(${read.slice(part * MAX_ARGUMENTS, (part + 1) * MAX_ARGUMENTS).join(', ')})`,
).join(', ');

const MOMENT = microsecondsSql(`s.${sortColumns.UPDATED_AT}`);
const finite = (moment: string): string =>
  `case when isfinite(${moment}) then ${microsecondsSql(moment)} end`;

const COLUMNS = `
  s.property_id as id, ${MOMENT} as moment, ${finite('s.valid_from')} as placed, json_build_array(${CELLS}) as cells,
  (select document::text from property where property.property_id = s.property_id) as document,
  (select json_object_agg(listing_id, last_seen_at) from listing_visit where listing_visit.property_id = s.property_id) as seen`;
const FROM = 'property_search as s join property_search_words as w using (property_id)';
const VISIBLE = 'not s.expired and s.listings_price_coherent';

interface ReadRow {
  id: string;
  moment: number;
  placed: number | null;
  cells: unknown[][];
  document: string | null;
  seen: Record<string, string> | null;
}

function parseRow({ id, moment, placed, cells, document, seen }: ReadRow): IndexRow {
  return {
    id,
    moment,
    placed: placed ?? -Infinity,
    cells: parseCells(cells.flat(1)),
    document: document === null ? undefined : patchLastSeen(document, parseLastSeenTimes(seen ?? {})),
  };
}

function parseCells(written: readonly unknown[]): SearchRow {
  return searchColumns.map(({ scope, restore }, position) => {
    const value = written[position] as Cell;
    if (restore === undefined) return value;
    return scope === 'property' ? restore(value) : (value as readonly Cell[]).map(restore);
  });
}

const READ_ROWS = 2_000;

/** Everything on the market, newest first. `db` is a transaction that sees one state throughout. */
export async function* readVisibleRows(db: Db): AsyncGenerator<IndexRow[]> {
  let last: { moment: number; id: string } | undefined;
  const key = sortColumns.UPDATED_AT;
  for (;;) {
    const after =
      last === undefined
        ? ''
        : `and (s.${key}, s.property_id) < (timestamptz 'epoch' + $1::float8 * interval '1 microsecond', $2::uuid)`;
    const rows = await db.rows<ReadRow>({
      text: `
        select ${COLUMNS} from ${FROM} where ${VISIBLE} ${after}
        order by s.${key} desc, s.property_id desc limit ${READ_ROWS}`,
      values: last === undefined ? [] : [last.moment, last.id],
    });
    if (rows.length > 0) yield rows.map(parseRow);
    const end = rows.at(-1);
    if (end === undefined || rows.length < READ_ROWS) return;
    last = end;
  }
}

/** Where a property stood before: from one moment to another, in microseconds. */
export interface PastPosition {
  readonly placed: number;
  readonly replaced: number;
  readonly moment: number;
}

export interface RowChange {
  readonly id: string;
  /** None when it is not on the market, or gone. */
  readonly row: IndexRow | undefined;
  readonly past: readonly PastPosition[];
}

type PastPositionRow = readonly [placed: number | null, replaced: number, moment: number];

/** These properties as they stand now. */
export async function readChanges(db: Db, ids: readonly string[]): Promise<RowChange[]> {
  const rows = await db.rows<Partial<ReadRow> & { propertyId: string; past: PastPositionRow[] }>({
    name: 'memory_changed_rows',
    text: `
      select asked.id as "propertyId", found.*,
             (select coalesce(json_agg(json_build_array(${finite('valid_from')}, ${microsecondsSql('valid_to')}, ${microsecondsSql(sortColumns.UPDATED_AT)})), '[]')
              from property_search_history where property_search_history.property_id = asked.id) as past
      from unnest($1::uuid[]) as asked (id)
      left join lateral (select ${COLUMNS} from ${FROM} where s.property_id = asked.id and ${VISIBLE}) as found on true`,
    values: [ids],
  });
  return rows.map(({ propertyId, past, ...row }) => ({
    id: propertyId,
    row: row.cells === undefined || row.cells === null ? undefined : parseRow(row as ReadRow),
    past: past.map(([placed, replaced, moment]) => ({ placed: placed ?? -Infinity, replaced, moment })),
  }));
}

/** The transactions before this one are over. */
export type Horizon = string;

export interface ChangeLog {
  horizon: Horizon;
  changes: (readonly [id: string, changedIn: string])[];
}

/** What every transaction wrote that was not over at the last horizon. One statement, so one state of the store. */
export async function readChangeLog(db: Db, horizon: Horizon): Promise<ChangeLog> {
  const found = await firstRow<ChangeLog>(
    db,
    sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
           coalesce((select json_agg(json_build_array(property_id, changed_in::text)) from property_search_log
                     where changed_in >= ${horizon}::xid8), '[]') as changes`,
  );
  return found ?? { horizon, changes: [] };
}

export const readIndexHorizon = async (db: Db): Promise<Horizon> =>
  (
    await firstRow<{ horizon: string }>(
      db,
      sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
    )
  )?.horizon ?? '0';

/** Rows that were made for other columns are still being made again: until then the table does not tell all. */
export const isLayoutCurrent = async (db: Db): Promise<boolean> =>
  (await db.rows(sql`select 1 from property_search where layout <> ${LAYOUT} limit 1`)).length === 0;

export const readStoreClock = async (db: Db): Promise<number> =>
  (
    await firstRow<{ now: number }>(
      db,
      sql`select (extract(epoch from statement_timestamp()) * 1000000)::bigint as now`,
    )
  )?.now ?? 0;

/** How many are on the market at a price one may believe. */
export const countVisible = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from property_search where not expired and listings_price_coherent`,
    )
  )?.count ?? 0;
