import { type SortField, serviceVocabularies } from '../../../catalogue/service-vocabularies.ts';
import { restoreRow, storedColumns } from '../../../criteria/stored-columns.ts';
import { changeLogReader } from '../../../db/horizon.ts';
import { type Db, firstRow, sql } from '../../../db/sql.ts';
import { documentColumns, packStored, type StoredDocument } from '../../stored-document.ts';
import { CHANGED_SINCE } from '../changed-since.ts';
import { LAYOUT, sortColumns, textColumns } from '../layout.ts';
import { isTimeOrder, type SortKey } from '../order.ts';
import { microsecondsSql } from '../order-sql.ts';
import type { IndexRow } from './open-segment.ts';

/** PostgreSQL functions take at most 100 arguments. */
const MAX_ARGUMENTS = 90;

const read = storedColumns.map(({ name }) => `${textColumns.has(name) ? 'w' : 's'}."${name}"`);
const CELLS = Array.from(
  { length: Math.ceil(read.length / MAX_ARGUMENTS) },
  (_, part) => `json_build_array(${read.slice(part * MAX_ARGUMENTS, (part + 1) * MAX_ARGUMENTS).join(', ')})`,
).join(', ');

const MOMENT = microsecondsSql(`s.${sortColumns.UPDATED_AT}`);
const finite = (moment: string): string =>
  `case when isfinite(${moment}) then ${microsecondsSql(moment)} end`;

const VISIBLE = '(not s.expired and s.listings_price_coherent)';
/**
 * Each is the condition of a partial index that is ordered by change. Hidden rows have two: by one condition for both,
 * PostgreSQL sorted all of them for every page (27 s for 39,000).
 */
const CONDITIONS = {
  visible: [VISIBLE],
  hidden: ['s.expired and s.listings_price_coherent', 'not s.listings_price_coherent'],
} as const;

/** Documents of hidden properties are read from the store: they are rarely asked for, and as large as the others. */
const COLUMNS = `
  s.property_id as id, ${MOMENT} as moment, ${finite('s.valid_from')} as placed, json_build_array(${CELLS}) as cells,
  ${documentColumns('s.property_id', VISIBLE)}`;
const FROM = 'property_search as s join property_search_words as w using (property_id)';

interface ReadRow extends Pick<StoredDocument, 'seen'> {
  id: string;
  moment: number;
  placed: number | null;
  cells: unknown[][];
  document: Buffer | null;
}

function parseRow({ id, moment, placed, cells, document, seen }: ReadRow): IndexRow {
  return {
    id,
    moment,
    positionedAt: placed ?? -Infinity,
    cells: restoreRow(cells.flat(1)),
    document: document === null ? undefined : packStored({ document, seen }),
  };
}

const READ_ROWS = 2_000;

/** All visible or all hidden properties, newest first. `db` is a transaction with one snapshot throughout. */
export async function* readRows(
  db: Db,
  which: keyof typeof CONDITIONS,
  pageRows = READ_ROWS,
): AsyncGenerator<IndexRow[]> {
  let last: { moment: number; id: string } | undefined;
  const key = sortColumns.UPDATED_AT;
  for (;;) {
    const after =
      last === undefined
        ? ''
        : `and (s.${key}, s.property_id) < (timestamptz 'epoch' + $1::float8 * interval '1 microsecond', $2::uuid)`;
    const pages = CONDITIONS[which].map(
      (condition) => `
        (select s.property_id, s.${key} from property_search as s where ${condition} ${after}
         order by s.${key} desc, s.property_id desc limit ${pageRows})`,
    );
    // The page first, from its index: planned as one join, all rows were joined for each page of a table just filled.
    const rows = await db.rows<ReadRow>({
      text: `
        with page as materialized (
          select property_id from (${pages.join(' union all ')}) as parts
          order by ${key} desc, property_id desc limit ${pageRows})
        select ${COLUMNS} from page join (${FROM}) using (property_id)
        order by s.${key} desc, s.property_id desc`,
      values: last === undefined ? [] : [last.moment, last.id],
    });
    if (rows.length > 0) yield rows.map(parseRow);
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageRows) return;
    last = end;
  }
}

/** A former position of a property and when it was valid, in microseconds. */
export interface PastPosition {
  readonly from: number;
  readonly to: number;
  readonly keys: Readonly<Record<SortField, SortKey>>;
}

export interface RowChange {
  readonly id: string;
  /** Undefined when the property is deleted. */
  readonly row: IndexRow | undefined;
  readonly past: readonly PastPosition[];
}

type PastPositionRow = readonly [from: number | null, to: number, ...keys: SortKey[]];

const SORT_FIELDS = serviceVocabularies.sortField.values;
const PAST_KEYS = SORT_FIELDS.map((field) =>
  isTimeOrder({ field }) ? microsecondsSql(sortColumns[field]) : sortColumns[field],
);

/** The current state of these properties. */
export async function readChanges(db: Db, ids: readonly string[]): Promise<RowChange[]> {
  const rows = await db.rows<Partial<ReadRow> & { propertyId: string; past: PastPositionRow[] }>({
    name: 'memory_changed_rows',
    text: `
      select requested.id as "propertyId", found.*,
             (select coalesce(json_agg(json_build_array(${finite('valid_from')}, ${microsecondsSql('valid_to')}, ${PAST_KEYS.join(', ')})), '[]')
              from property_search_history where property_search_history.property_id = requested.id) as past
      from unnest($1::uuid[]) as requested (id)
      left join lateral (select ${COLUMNS} from ${FROM} where s.property_id = requested.id) as found on true`,
    values: [ids],
  });
  return rows.map(({ propertyId, past, ...row }) => ({
    id: propertyId,
    row: row.cells === undefined || row.cells === null ? undefined : parseRow(row as ReadRow),
    past: past.map(([from, to, ...keys]) => ({
      from: from ?? -Infinity,
      to,
      keys: Object.fromEntries(
        SORT_FIELDS.map((field, at) => [field, keys[at] ?? null]),
      ) as PastPosition['keys'],
    })),
  }));
}

/** The changed properties, each with the transaction that wrote it. */
export const readChangeLog = changeLogReader<readonly [id: string, changedIn: string]>(
  `select json_agg(json_build_array(property_id, changed_in::text)) from (${CHANGED_SINCE}) as changed`,
);

/** False while rows of an older layout are still being rebuilt: until then the table is incomplete. */
export const isLayoutCurrent = async (db: Db): Promise<boolean> =>
  (await db.rows(sql`select 1 from property_search where layout <> ${LAYOUT} limit 1`)).length === 0;

export const readStoreClock = async (db: Db): Promise<number> =>
  (
    await firstRow<{ now: number }>(
      db,
      sql`select (extract(epoch from statement_timestamp()) * 1000000)::bigint as now`,
    )
  )?.now ?? 0;

/** The number of properties on the market with a plausible price. */
export const countVisible = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from property_search where not expired and listings_price_coherent`,
    )
  )?.count ?? 0;

export const hasNoRows = async (db: Db): Promise<boolean> =>
  (
    await firstRow<{ isEmpty: boolean }>(
      db,
      sql`select not exists (select from property_search) as "isEmpty"`,
    )
  )?.isEmpty === true;

/** When a listing was last removed, in microseconds; 0 when none was. */
export const readLastRemoval = async (db: Db): Promise<number> =>
  (
    await firstRow<{ at: number | null }>(
      db,
      sql`select (extract(epoch from max(removed_at)) * 1000000)::float8 as at from removed_listing`,
    )
  )?.at ?? 0;
