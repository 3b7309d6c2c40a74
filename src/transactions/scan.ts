import { type Db, joinSql, type Sql, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import type { SaleCursorPosition, SaleQuery, SaleRange } from './sale-query.ts';
import type { Squares } from './squares.ts';

/** A sale as the scan reads it. */
export interface ScannedSale extends SaleCursorPosition {
  readonly longitude: number | null;
  readonly latitude: number | null;
}

export interface SaleScan {
  readonly query: SaleQuery;
  readonly squares: Squares | undefined;
  readonly after: SaleCursorPosition | undefined;
  readonly limit: number;
  /** The number of the current round of this search, from 0. */
  readonly round: number;
}

export interface SaleScanResult {
  readonly scanned: readonly ScannedSale[];
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

const selectScanned: Sql = sql`select sale_id as id, date_mutation as "dateMutation", longitude, latitude from sale`;

/** The next sales that a query may match, newest first; some are outside its shapes. */
export async function scanSales(
  db: Db,
  { query, squares, after, limit, round }: SaleScan,
): Promise<SaleScanResult> {
  const conditions = buildSaleConditions(query, after);
  if (squares !== undefined) {
    const column = squares.fine ? sql`sale.cell` : sql`sale.wide_cell`;
    const { cells } = squares;
    return scanParts(db, {
      cells,
      column,
      conditions,
      share: rowsPerPart(limit, cells.length, round),
      limit,
    });
  }
  if (query.cityCodes !== undefined) {
    const cells = await selectCellsOfCities(db, query.cityCodes);
    return scanParts(db, {
      cells,
      column: sql`sale.cell`,
      conditions,
      share: rowsPerPart(limit, cells.length, round),
      limit,
    });
  }
  return scanEverywhere(db, { query, after, conditions, limit });
}

const selectCellsOfCities = async (db: Db, codes: readonly string[]): Promise<number[]> =>
  (
    await db.rows<{ cell: number }>(
      sql`select distinct cell from sale_cell where city_code = any (${codes}::text[])`,
    )
  ).map(({ cell }) => cell);

const MIN_ROWS_PER_PART = 6;

/**
 * The rows read per cell: a multiple of an even share. Where one cell has most of the sales, as a city in its
 * department, that is too few: each further round reads more.
 */
const rowsPerPart = (limit: number, parts: number, round: number): number =>
  Math.min(limit, Math.max(MIN_ROWS_PER_PART, Math.ceil((4 * limit) / parts)) * 3 ** round);

interface PartScan {
  readonly cells: readonly number[];
  readonly column: Sql;
  readonly conditions: Sql;
  readonly share: number;
  readonly limit: number;
}

/**
 * Reads the newest rows of each cell, and stops at the first cell that may have more: reading a whole page from each of
 * 60 cells took ten times as many rows.
 */
async function scanParts(
  db: Db,
  { cells, column, conditions, share, limit }: PartScan,
): Promise<SaleScanResult> {
  const rows = await db.rows<ScannedSale & { horizon: boolean }>(sql`
    with found as materialized (
      select found.*, row_number() over (partition by part order by "dateMutation" desc, id) as nth
      from unnest(${cells}::integer[]) as requested (part)
      cross join lateral (
        ${selectScanned} where ${column} = part and ${conditions} order by date_mutation desc, sale_id limit ${share}) found),
    horizon as (
      select "dateMutation" as day, id from found where nth = ${share} order by "dateMutation" desc, id limit 1)
    select found.id, "dateMutation", longitude, latitude, horizon.day is not null as horizon
    from found left join horizon on true
    where horizon.day is null or "dateMutation" > horizon.day or ("dateMutation" = horizon.day and found.id <= horizon.id)
    order by "dateMutation" desc, found.id limit ${limit}`);
  return {
    scanned: rows.map(({ horizon: _, ...each }) => each),
    hasMore: rows.length === limit || rows[0]?.horizon === true,
  };
}

interface WholeScan extends Pick<SaleScan, 'query' | 'after' | 'limit'> {
  readonly conditions: Sql;
}

/**
 * Scans the sales of the whole country by days: the newest day of all cells, then three days before it, nine before
 * those. An index by day would cost an import a fifth of the database's time.
 */
async function scanEverywhere(
  db: Db,
  { query, after, conditions, limit }: WholeScan,
): Promise<SaleScanResult> {
  const squares = await selectNewestInSquares(db);
  const newest = squares.reduce((day, each) => (each.newest > day ? each.newest : day), '');
  const found: ScannedSale[] = [];
  const cells = squares.map(({ cell }) => cell);
  let to = [newest, after?.dateMutation ?? newest, query.dates?.before ?? newest].sort()[0] ?? '';
  for (
    let days = 1;
    days <= MAX_SCAN_DAYS && to !== '' && to >= (query.dates?.after ?? EARLIEST);
    days *= 3
  ) {
    const from = days * 3 > MAX_SCAN_DAYS ? EARLIEST : daysBefore(to, days - 1);
    found.push(
      ...(await scanDays(db, { cells, conditions, days: { from, to }, limit: limit - found.length })),
    );
    if (found.length === limit) return { scanned: found, hasMore: true };
    to = daysBefore(from, 1);
  }
  return { scanned: found, hasMore: false };
}

const EARLIEST = '0001-01-01';
/** From here on back in one step: thirty years. */
const MAX_SCAN_DAYS = 10_000;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

interface DayScan {
  readonly cells: readonly number[];
  readonly conditions: Sql;
  readonly days: { readonly from: string; readonly to: string };
  readonly limit: number;
}

const scanDays = (db: Db, { cells, conditions, days, limit }: DayScan): Promise<ScannedSale[]> =>
  db.rows<ScannedSale>(sql`
    select found.* from unnest(${cells}::integer[]) as requested (part)
    cross join lateral (
      ${selectScanned} where sale.wide_cell = part and date_mutation between ${days.from} and ${days.to} and ${conditions}
      order by date_mutation desc, sale_id limit ${limit}) found
    order by "dateMutation" desc, id limit ${limit}`);

/** Every wide cell with sales and its newest day, each found from the one before it. */
const selectNewestInSquares = (db: Db): Promise<{ cell: number; newest: string }[]> =>
  db.rows(sql`
    with recursive square (cell, newest) as (
      (select wide_cell, date_mutation from sale order by wide_cell desc, date_mutation desc limit 1)
      union all
      select next.* from square cross join lateral (
        select wide_cell, date_mutation from sale where wide_cell < square.cell
        order by wide_cell desc, date_mutation desc limit 1) next)
    select * from square`);

function buildSaleConditions(
  { dates, types, natures, price, livingArea, cityCodes }: SaleQuery,
  after: SaleCursorPosition | undefined,
): Sql {
  const conditions = [
    sql`true`,
    ...(dates?.after === undefined ? [] : [sql`date_mutation >= ${dates.after}`]),
    ...(dates?.before === undefined ? [] : [sql`date_mutation <= ${dates.before}`]),
    ...(types === undefined ? [] : [sql`property_type = any (${types})`]),
    ...(natures === undefined ? [] : [sql`nature = any (${natures})`]),
    ...between(sql`price_cents`, price),
    ...between(sql`living_area`, livingArea),
    ...(cityCodes === undefined ? [] : [sql`sale.city_code = any (${cityCodes})`]),
    ...(after === undefined
      ? []
      : [
          sql`date_mutation <= ${after.dateMutation}`,
          sql`(date_mutation < ${after.dateMutation} or sale_id > ${after.id})`,
        ]),
  ];
  return joinSql(conditions, ' and ');
}

const between = (column: Sql, range: SaleRange | undefined): Sql[] => [
  ...(range?.gte === undefined ? [] : [sql`${column} >= ${range.gte}`]),
  ...(range?.lte === undefined ? [] : [sql`${column} <= ${range.lte}`]),
];
