import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { parseStoredDocument, storedDocument } from '../properties/packed-document.ts';
import { isTransaction } from '../properties/search/filter-column.ts';
import { unlockedRows, updateRows, type WorkQueue } from '../queue/claims.ts';
import type { Market } from './market.ts';
import type { AccuracyMeasures } from './measures.ts';

/** A fit and its result, as it is shown. */
export interface ModelRow {
  id: string;
  market: Market;
  status: 'DUE' | 'FITTING' | 'FITTED' | 'FAILED' | 'TOO_FEW_PRICES';
  requestedAt: Date;
  fittedAt: Date | null;
  windowFrom: string | null;
  windowTo: string | null;
  rows: number | null;
  accuracy: AccuracyReport | null;
  failure: string | null;
  /** When comparables were removed from it. */
  revisedAt: Date | null;
}

export interface AccuracyEntry extends AccuracyMeasures {
  name: string;
}

export interface AccuracyReport {
  all: AccuracyEntry;
  classes: AccuracyEntry[];
  types: AccuracyEntry[];
  places: AccuracyEntry[];
}

/** The record of the model in use, with the state of the latest fit. */
export interface Accuracy {
  id: Market;
  fittedAt: string | null;
  windowFrom: string | null;
  windowTo: string | null;
  /** DUE, FITTING, FITTED, FAILED, or NONE before the first fit. */
  latestFit: string;
  failure: string | null;
  all: AccuracyEntry | null;
  classes: AccuracyEntry[];
  types: AccuracyEntry[];
  places: AccuracyEntry[];
}

const MODEL = sql`
  model_id as id, market, status, requested_at as "requestedAt", fitted_at as "fittedAt", window_from as "windowFrom",
  window_to as "windowTo", rows, accuracy, failure, revised_at as "revisedAt"`;

/** Asks for a fit; false when one is already waiting or running. */
export async function requestFit(db: Db, id: string, market: Market, now: Date): Promise<boolean> {
  const rows = await db.rows(sql`
    insert into valuation_model (model_id, market, status, requested_at) values (${id}, ${market}, 'DUE', ${now})
    on conflict do nothing returning model_id`);
  return rows.length > 0;
}

const FITS: WorkQueue = { table: 'valuation_model', key: ['model_id'] };

/** Claims a waiting fit, or one whose worker died. */
export async function claimFit(db: Db, now: Date, leaseMs: number): Promise<ModelRow | undefined> {
  const due = unlockedRows(FITS, {
    where: sql`status = 'DUE' or (status = 'FITTING' and lease_until < ${now})`,
    orderBy: sql`requested_at`,
    limit: 1,
  });
  const [claimed] = await updateRows<ModelRow>(db, FITS, due, {
    set: sql`status = 'FITTING', lease_until = ${new Date(now.getTime() + leaseMs)}`,
    returning: MODEL,
  });
  return claimed;
}

export const renewFit = (db: Db, id: string, until: Date): Promise<unknown> =>
  db.rows(
    sql`update valuation_model set lease_until = ${until} where model_id = ${id} and status = 'FITTING'`,
  );

/** The next worker continues it at once. */
export const releaseFit = (db: Db, id: string, now: Date): Promise<unknown> => renewFit(db, id, now);

export interface FinishedFit {
  id: string;
  fittedAt: Date;
  windowFrom: string;
  windowTo: string;
  rows: number;
  accuracy: AccuracyReport;
}

/** Older models of the market lose their bytes: only the newest is in use. */
export async function storeModel(db: Db, fit: FinishedFit, parts: readonly Buffer[]): Promise<void> {
  await insertParts(db, fit.id, parts);
  await db.rows(sql`
    update valuation_model set status = 'FITTED', fitted_at = ${fit.fittedAt}, window_from = ${fit.windowFrom},
      window_to = ${fit.windowTo}, rows = ${fit.rows}, accuracy = ${JSON.stringify(fit.accuracy)}, lease_until = null, failure = null
    where model_id = ${fit.id}`);
  await db.rows(sql`
    delete from valuation_model_part using valuation_model as model
    where model.model_id = valuation_model_part.model_id and model.model_id <> ${fit.id}
      and model.market = (select market from valuation_model where model_id = ${fit.id})`);
}

/** Properties that showed a listing removed since. */
export const findRemovedSince = async (db: Db, since: Date): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select distinct unnest(property_ids) as id from removed_listing where removed_at >= ${since}`,
    )
  ).map(({ id }) => id);

/** Writes the bytes of a model again. */
export async function replaceModelParts(
  db: Db,
  { id, rows, now }: { id: string; rows: number; now: Date },
  parts: readonly Buffer[],
): Promise<void> {
  await db.rows(sql`delete from valuation_model_part where model_id = ${id}`);
  await insertParts(db, id, parts);
  await db.rows(sql`update valuation_model set revised_at = ${now}, rows = ${rows} where model_id = ${id}`);
}

async function insertParts(db: Db, id: string, parts: readonly Buffer[]): Promise<void> {
  for (const [part, bytes] of parts.entries())
    await db.rows(
      sql`insert into valuation_model_part (model_id, part, bytes) values (${id}, ${part}, ${bytes})`,
    );
}

/** Ends a fit without a model, and says why. */
export const endFit = (
  db: Db,
  id: string,
  { status, reason }: { status: 'FAILED' | 'TOO_FEW_PRICES'; reason: string },
): Promise<unknown> =>
  db.rows(sql`
    with cleared as (delete from valuation_model_part where model_id = ${id}),
      unstaged as (delete from valuation_fit_stage where model_id = ${id})
    update valuation_model set status = ${status}, failure = ${reason}, lease_until = null where model_id = ${id}`);

/** The model in use. */
export const findCurrentModel = (db: Db, market: Market): Promise<ModelRow | undefined> =>
  firstRow<ModelRow>(
    db,
    sql`select ${MODEL} from valuation_model where market = ${market} and status = 'FITTED' order by fitted_at desc limit 1`,
  );

/** The latest fit of a market, in use or not. */
export const findLatestFit = (db: Db, market: Market): Promise<ModelRow | undefined> =>
  firstRow<ModelRow>(
    db,
    sql`select ${MODEL} from valuation_model where market = ${market} order by requested_at desc limit 1`,
  );

/** Whether the fit before this one ended for want of prices too. */
export const hadTooFewPrices = async (db: Db, { id, market }: ModelRow): Promise<boolean> =>
  (
    await firstRow<{ status: string }>(
      db,
      sql`select status from valuation_model where market = ${market} and model_id <> ${id} order by requested_at desc limit 1`,
    )
  )?.status === 'TOO_FEW_PRICES';

export const readModelParts = async (db: Db, id: string): Promise<Buffer[]> =>
  (
    await db.rows<{ bytes: Buffer }>(
      sql`select bytes from valuation_model_part where model_id = ${id} order by part`,
    )
  ).map(({ bytes }) => bytes);

export interface PropertyRow {
  id: string;
  document: PropertyResult;
  country: string | null;
  /** Of its divisions, from the widest to the finest. */
  codes: string[];
}

/** How many rows a market has at most. */
export const countMarket = async (db: Db, market: Market, since: Date): Promise<number> => {
  const counted =
    market === 'SALE'
      ? sql`select count(*)::int as count from sale where date_mutation >= ${since}`
      : sql`select count(*)::int as count from property_search
          where ${isTransaction(market === 'RENT' ? 'RENT' : 'SELL')} and updated_at >= ${since}`;
  return (await firstRow<{ count: number }>(db, counted))?.count ?? 0;
};

/** A page of properties with a price, by id, since a day. */
export const readProperties = async (
  db: Db,
  {
    transactionType,
    since,
    after,
    limit,
  }: { transactionType: string; since: Date; after: string; limit: number },
): Promise<PropertyRow[]> =>
  (
    await db.rows<PropertyRow & { document: Buffer }>(sql`
      select s.property_id as id, ${storedDocument} as document,
             s.country_code as country, array_remove(array[s.region_code, s.subregion_code, s.city_code], null) as codes
      from property_search as s join property using (property_id)
      where s.property_id > ${after} and ${isTransaction(transactionType)} and s.listings_price_coherent
        and s.pricing_displayed > 0 and s.updated_at >= ${since}
      order by s.property_id limit ${limit}`)
  ).map((row) => ({ ...row, document: parseStoredDocument(row.document) }));

export interface SaleRow {
  id: string;
  date: string;
  longitude: number;
  latitude: number;
  price: number;
  area: number;
  rooms: number | null;
  land: number | null;
  elevator: boolean | null;
  balcony: boolean | null;
  cellar: boolean | null;
  type: string;
  city: string;
}

export const readSales = (
  db: Db,
  { since, after, limit }: { since: string; after: string; limit: number },
): Promise<SaleRow[]> =>
  db.rows<SaleRow>(sql`
    select sale_id as id, date_mutation::text as date, longitude / 1e6 as longitude, latitude / 1e6 as latitude,
           price_cents / 100.0::float8 as price, living_area::float8 as area, rooms, land_area as land, elevator, balcony, cellar,
           property_type as type, city_code as city
    from sale
    where sale_id > ${after} and property_type in ('FLAT', 'HOUSE') and price_cents > 0 and living_area > 0
      and longitude is not null and date_mutation >= ${since}
    order by sale_id limit ${limit}`);
