import { type Database, type Db, firstRow, joinSql, type Sql, sql } from '../db/sql.ts';
import { MOST_DAYS_APART } from './likeness.ts';
import type { Range, SalePlace, SaleQuestion } from './question.ts';
import { type Sale, saleColumns } from './sale.ts';
import type { Squares } from './squares.ts';

export interface Older {
  readonly source: string;
  readonly department: string;
  readonly from: string;
  readonly to: string;
  readonly release: number;
}

/** Few enough days for one statement, whatever the department. */
const DAYS_AT_ONCE = 7;
const DAY_MS = 86_400_000;

/** Removes what an earlier release told of these days and this department, and this one no longer does. Answers how many. */
export async function dropOlder(db: Database, older: Older): Promise<number> {
  let dropped = 0;
  const last = Date.parse(older.to);
  for (let day = Date.parse(older.from); day <= last; day += DAYS_AT_ONCE * DAY_MS) {
    const until = new Date(Math.min(day + (DAYS_AT_ONCE - 1) * DAY_MS, last));
    const rows = await db.rows(sql`
      delete from sale
      where date_mutation between ${isoDay(new Date(day))} and ${isoDay(until)} and source = ${older.source}::"char"
        and left(city_code, ${older.department.length}) = ${older.department} and release <> ${older.release}
      returning 1`);
    dropped += rows.length;
  }
  return dropped;
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** A sale as a search first meets it. */
export interface Met extends SalePlace {
  readonly longitude: number | null;
  readonly latitude: number | null;
}

export interface Scan {
  readonly question: SaleQuestion;
  readonly squares: Squares | undefined;
  readonly after: SalePlace | undefined;
  readonly limit: number;
  /** How often this search has looked already. */
  readonly round: number;
}

export interface Scanned {
  readonly met: readonly Met[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

const met: Sql = sql`select sale_id as id, date_mutation as "dateMutation", longitude, latitude from sale`;

/** The next sales that a question may want, newest first; those outside its shapes are among them. */
export async function scanSales(db: Db, { question, squares, after, limit, round }: Scan): Promise<Scanned> {
  const conditions = conditionsOf(question, after);
  if (squares !== undefined) {
    const column = squares.fine ? sql`sale.cell` : sql`sale.wide_cell`;
    const share = shareOf(limit, squares.cells.length, round);
    return scanParts(db, {
      parts: sql`unnest(${squares.cells}::integer[])`,
      column,
      conditions,
      share,
      limit,
    });
  }
  if (question.cityCodes !== undefined) {
    const codes = [...new Set(question.cityCodes)];
    const [column, share] = [sql`sale.city_code`, shareOf(limit, codes.length, round)];
    return scanParts(db, { parts: sql`unnest(${codes}::text[])`, column, conditions, share, limit });
  }
  const found = await db.rows<Met>(
    sql`${met} where ${conditions} order by date_mutation desc, sale_id limit ${limit}`,
  );
  return { met: found, isCut: found.length === limit };
}

const LEAST_SHARE = 6;

/**
 * How many each part is asked for: some times what it would give if all were alike. Where one of them has most sales, as a city in its
 * department, that does not reach far: each further look asks for more.
 */
const shareOf = (limit: number, parts: number, round: number): number =>
  Math.min(limit, Math.max(LEAST_SHARE, Math.ceil((4 * limit) / parts)) * 3 ** round);

interface PartScan {
  readonly parts: Sql;
  readonly column: Sql;
  readonly conditions: Sql;
  readonly share: number;
  readonly limit: number;
}

/**
 * Asks each part for its newest few, and goes no further back than the first that may have more to tell: asking every one of 60 squares
 * for a whole page read ten times as many rows.
 */
async function scanParts(db: Db, { parts, column, conditions, share, limit }: PartScan): Promise<Scanned> {
  const rows = await db.rows<Met & { horizon: boolean }>(sql`
    with found as materialized (
      select found.*, row_number() over (partition by part order by "dateMutation" desc, id) as nth
      from ${parts} as asked (part)
      cross join lateral (
        ${met} where ${column} = part and ${conditions} order by date_mutation desc, sale_id limit ${share}) found),
    horizon as (
      select "dateMutation" as day, id from found where nth = ${share} order by "dateMutation" desc, id limit 1)
    select found.id, "dateMutation", longitude, latitude, horizon.day is not null as horizon
    from found left join horizon on true
    where horizon.day is null or "dateMutation" > horizon.day or ("dateMutation" = horizon.day and found.id <= horizon.id)
    order by "dateMutation" desc, found.id limit ${limit}`);
  return {
    met: rows.map(({ horizon: _, ...each }) => each),
    isCut: rows.length === limit || rows[0]?.horizon === true,
  };
}

function conditionsOf(
  { dates, types, natures, price, livingArea, cityCodes }: SaleQuestion,
  after: SalePlace | undefined,
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

const between = (column: Sql, range: Range | undefined): Sql[] => [
  ...(range?.gte === undefined ? [] : [sql`${column} >= ${range.gte}`]),
  ...(range?.lte === undefined ? [] : [sql`${column} <= ${range.lte}`]),
];

export const salesByIds = (db: Db, ids: readonly string[]): Promise<Sale[]> =>
  db.rows<Sale>(sql`select ${saleColumns} from sale where sale_id = any (${ids}::uuid[])`);

/** What the notaries tell that may be one of these: same commune and price, days apart. */
export const salesOfNotariesLike = (db: Db, sales: readonly Sale[]): Promise<Sale[]> =>
  sales.length === 0
    ? Promise.resolve([])
    : db.rows<Sale>(sql`
        select ${saleColumns} from ${likeThese(sales)}
        join sale on sale.source = 'N' and ${sameBlock}`);

/** What the land registry tells that may be one of these. */
export const salesOfRegistryLike = (db: Db, sales: readonly Sale[]): Promise<Sale[]> =>
  sales.length === 0
    ? Promise.resolve([])
    : db.rows<Sale>(sql`
        select ${saleColumns} from ${likeThese(sales)}
        join sale on sale.source = 'D' and ${sameBlock}`);

const likeThese = (sales: readonly Sale[]): Sql => sql`
  (select distinct * from unnest(${sales.map(({ cityCode }) => cityCode)}::text[],
    ${sales.map(({ priceCents }) => priceCents)}::bigint[], ${sales.map(({ dateMutation }) => dateMutation)}::date[])
    as asked (city_code, price_cents, day)) asked`;

const sameBlock: Sql = sql`
  sale.city_code = asked.city_code and sale.price_cents = asked.price_cents
  and sale.date_mutation between asked.day - ${MOST_DAYS_APART}::integer and asked.day + ${MOST_DAYS_APART}::integer`;

/** The rows of its source that a sale was told by. */
export const sourceOf = (
  db: Db,
  id: string,
): Promise<{ format: string; separator: string; columns: string[]; rows: string } | undefined> =>
  firstRow(
    db,
    sql`select format, separator, columns, source_rows as rows
        from sale join sale_layout on sale_layout.layout_id = sale.layout_id where sale_id = ${id}`,
  );

export interface ListingEvent {
  readonly kind: string;
  readonly listingId: string;
  readonly occurredAt: Date;
}

/** When each listing of a property left, and when it came back. */
export const listingEventsOf = (db: Db, propertyId: string): Promise<ListingEvent[]> =>
  db.rows<ListingEvent>(sql`
    select event ->> 'kind' as kind, event ->> 'listingId' as "listingId", occurred_at as "occurredAt"
    from property_change, json_array_elements(listing_events) as event
    where property_id = ${propertyId} and event ->> 'kind' in ('EXPIRED', 'REACTIVATED')
    order by occurred_at`);
