import { type Database, type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import { readListingEvents, type StoredListingEvent } from '../properties/stored-events.ts';
import { type Sale, saleColumns } from './sale.ts';
import { MAX_DAYS_APART } from './sale-similarity.ts';

export interface OlderRelease {
  readonly source: string;
  readonly department: string;
  readonly from: string;
  readonly to: string;
  readonly release: number;
}

/**
 * Deletes the sales of these days and this department that the release lacks, one commune a statement. Returns how
 * many.
 */
export async function deleteOlderRelease(db: Database, older: OlderRelease): Promise<number> {
  let dropped = 0;
  const communes = await db.rows<{ code: string }>(sql`
    select distinct city_code as code from sale_cell where left(city_code, ${older.department.length}) = ${older.department}`);
  for (const { code } of communes) {
    const rows = await db.rows(sql`
      delete from sale
      where cell = any (array(select cell from sale_cell where city_code = ${code})) and city_code = ${code}
        and date_mutation between ${older.from} and ${older.to} and source = ${older.source}::"char" and release <> ${older.release}
      returning 1`);
    dropped += rows.length;
  }
  return dropped;
}

export const selectSalesByIds = (db: Db, ids: readonly string[]): Promise<Sale[]> =>
  db.rows<Sale>(sql`select ${saleColumns} from sale where sale_id = any (${ids}::uuid[])`);

/** The notaries' sales that may be duplicates of these: same commune and price, days apart. */
export const findSimilarNotarySales = (db: Db, sales: readonly Sale[]): Promise<Sale[]> =>
  sales.length === 0
    ? Promise.resolve([])
    : db.rows<Sale>(sql`
        select ${saleColumns} from ${salesToMatch(sales)}
        join sale on sale.source = 'N' and ${sameBlock}`);

/** The registry's sales that may be duplicates of these. Materialized, so that days use the index and not the join. */
export const findSimilarRegistrySales = (db: Db, sales: readonly Sale[]): Promise<Sale[]> =>
  sales.length === 0
    ? Promise.resolve([])
    : db.rows<Sale>(sql`
        select sale.* from ${salesToMatch(sales)}
        cross join lateral (
          select ${saleColumns} from sale
          where sale.cell = any (array(select cell from sale_cell where sale_cell.city_code = requested.city_code))
            and sale.source = 'D' and ${sameBlock} offset 0) sale`);

const salesToMatch = (sales: readonly Sale[]): Sql => sql`
  (select distinct * from unnest(${sales.map(({ cityCode }) => cityCode)}::text[],
    ${sales.map(({ priceCents }) => priceCents)}::bigint[], ${sales.map(({ dateMutation }) => dateMutation)}::date[])
    as requested (city_code, price_cents, day)) requested`;

const sameBlock: Sql = sql`
  sale.city_code = requested.city_code and sale.price_cents = requested.price_cents
  and sale.date_mutation between requested.day - ${MAX_DAYS_APART}::integer and requested.day + ${MAX_DAYS_APART}::integer`;

export interface SourceRecord {
  readonly format: string;
  readonly separator: string;
  readonly columns: readonly string[];
  /** See `rowsOf`. */
  readonly rows: string;
}

/** The stored source rows of a sale. */
export const findSourceRecord = (db: Db, id: string): Promise<SourceRecord | undefined> =>
  firstRow(
    db,
    sql`select format, separator, columns, source_rows as rows
        from sale join sale_layout on sale_layout.layout_id = sale.layout_id where sale_id = ${id}`,
  );

export interface ListingEventRow {
  readonly kind: string;
  readonly listingId: string;
  readonly occurredAt: Date;
}

/** When each listing of a property ended and returned. */
export async function selectListingEvents(db: Db, propertyId: string): Promise<ListingEventRow[]> {
  const rows = await db.rows<{
    stored: StoredListingEvent[];
    listingId: string | null;
    occurredAt: Date;
  }>(sql`
    select listing_events as stored, listing_id as "listingId", occurred_at as "occurredAt"
    from property_change where property_id = ${propertyId} order by occurred_at`);
  return rows.flatMap(({ stored, listingId: own, occurredAt }) =>
    readListingEvents(stored, own)
      .filter(({ kind }) => kind === 'EXPIRED' || kind === 'REACTIVATED')
      .map(({ kind, listingId }) => ({ kind, listingId, occurredAt })),
  );
}
