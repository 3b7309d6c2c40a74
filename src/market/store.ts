import { onNodeLater } from '../db/node-functions.ts';
import { type Db, firstRow, plainArray, type Sql, sql } from '../db/sql.ts';
import { takeRows, unlockedRows, type WorkQueue } from '../queue/claims.ts';
import type { Median } from './coherence.ts';

/** Listings of the same kind are compared with one another. */
export interface MarketKind {
  transactionType: string;
  propertyType: string;
}

export interface MarketSample extends MarketKind {
  listingId: string;
  propertyId: string;
  pricePerArea: number;
  regionId: string | null;
  subregionId: string;
  placeIds: readonly string[];
}

/** A division of a lineage, with the median of each kind of offer. */
export interface LineageDivision {
  id: string;
  type: string;
  medians: Record<string, Median>;
}

export const kindKey = ({ transactionType, propertyType }: MarketKind): string =>
  `${transactionType} ${propertyType}`;

/** The lineage of each of these divisions, itself first, with the medians of each level. */
export async function loadLineages(db: Db, ids: readonly string[]): Promise<Map<string, LineageDivision[]>> {
  const rows = await db.rows<{ from: string; id: string; type: string }>(sql`
    with recursive line as (
      select division_id as start, division_id, parent_id, type, 0 as step from division where division_id = any (${ids}::uuid[])
      union all
      select start, above.division_id, above.parent_id, above.type, step + 1
      from line join division above on above.division_id = line.parent_id
    )
    select start as "from", division_id as id, type from line where type <> 'COUNTRY' order by step`);
  const medians = await selectMedians(db, [...new Set(rows.map(({ id }) => id))]);
  const lines = new Map<string, LineageDivision[]>();
  for (const { from, id, type } of rows)
    lines.set(from, [...(lines.get(from) ?? []), { id, type, medians: medians.get(id) ?? {} }]);
  return lines;
}

/** A read of its own: geography and the medians of a region are in different planes. */
async function selectMedians(
  db: Db,
  divisionIds: readonly string[],
): Promise<Map<string, LineageDivision['medians']>> {
  if (divisionIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string; medians: LineageDivision['medians'] }>(sql`
    select division_id as id, json_object_agg(transaction_type || ' ' || property_type,
                                              json_build_object('median', median, 'samples', samples)) as medians
    from market_median where division_id = any (${divisionIds}::uuid[]) group by division_id`);
  return new Map(rows.map(({ id, medians }) => [id, medians]));
}

export async function putSamples(db: Db, samples: readonly MarketSample[], now: Date): Promise<void> {
  await db.rows(
    onNodeLater(sql`
    insert into market_sample
      (listing_id, property_id, transaction_type, property_type, price_per_area, region_id, subregion_id, division_ids, sampled_at)
    select "listingId", "propertyId", "transactionType", "propertyType", "pricePerArea", "regionId", "subregionId",
           string_to_array("placeIds", ' ')::uuid[], ${now}::timestamptz
    from unnest(
      ${plainArray(samples.map(({ listingId }) => listingId))}::uuid[],
      ${plainArray(samples.map(({ propertyId }) => propertyId))}::uuid[],
      ${samples.map(({ transactionType }) => transactionType)}::text[], ${samples.map(({ propertyType }) => propertyType)}::text[],
      ${plainArray(samples.map(({ pricePerArea }) => pricePerArea))}::float8[],
      ${samples.map(({ regionId }) => regionId)}::uuid[], ${plainArray(samples.map(({ subregionId }) => subregionId))}::uuid[],
      ${samples.map(({ placeIds }) => placeIds.join(' '))}::text[]
    ) as given ("listingId", "propertyId", "transactionType", "propertyType", "pricePerArea", "regionId", "subregionId", "placeIds")
    where exists (select from listing) is not null
    on conflict (listing_id) do update set
      property_id = excluded.property_id, transaction_type = excluded.transaction_type, property_type = excluded.property_type,
      price_per_area = excluded.price_per_area, region_id = excluded.region_id, subregion_id = excluded.subregion_id,
      division_ids = excluded.division_ids, sampled_at = excluded.sampled_at`),
  );
}

/** Marks samples that left the market; their rows still say which medians must be recomputed. */
export async function retireSamples(db: Db, listingIds: readonly string[], now: Date): Promise<void> {
  await db.rows(sql`
    update market_sample set price_per_area = null, sampled_at = ${now}
    where listing_id = any (${listingIds}::uuid[]) and price_per_area is not null`);
}

/**
 * The part of the market whose medians are computed together: a subregion with all its divisions, or a region
 * alone.
 */
export interface MedianUnit extends MarketKind {
  level: 'subregion' | 'region';
  divisionId: string;
}

/**
 * Units with samples that arrived, moved or left since. After a first fill these are all samples: their kinds and places are
 * few, and the two units of each sample, sorted, took ten times as long.
 */
export const findChangedUnits = (db: Db, since: Date): Promise<MedianUnit[]> =>
  db.rows<MedianUnit>(sql`
    with changed as (
      select distinct region_id, subregion_id, transaction_type, property_type from market_sample
      where sampled_at >= ${since}
    )
    select distinct level, division_id as "divisionId", transaction_type as "transactionType",
           property_type as "propertyType"
    from changed
    cross join lateral (values ('subregion', subregion_id), ('region', region_id)) as unit (level, division_id)
    where division_id is not null`);

export interface FreshMedian extends Median {
  divisionId: string;
  was: number | null;
  wasSamples: number | null;
}

const within = ({ level, divisionId, transactionType, propertyType }: MedianUnit): Sql => sql`
  ${level === 'region' ? sql`region_id` : sql`subregion_id`} = ${divisionId}
  and transaction_type = ${transactionType} and property_type = ${propertyType}`;

const placesIn = ({ level }: MedianUnit): Sql =>
  level === 'region' ? sql`array[region_id]` : sql`division_ids || subregion_id`;

/** The medians of a unit from its current samples, beside the stored ones; 0 of 0 samples where the last one left. */
export const computeMedians = (db: Db, unit: MedianUnit): Promise<FreshMedian[]> =>
  db.rows<FreshMedian>(sql`
    with fresh as (
      select place_id, coalesce(percentile_cont(0.5) within group (order by price_per_area), 0) as median,
             count(price_per_area)::int as samples
      from market_sample cross join unnest(${placesIn(unit)}) as place_id
      where ${within(unit)} group by place_id
    )
    select place_id as "divisionId", fresh.median, fresh.samples, stored.median as was, stored.samples as "wasSamples"
    from fresh left join market_median as stored
      on stored.division_id = place_id and stored.transaction_type = ${unit.transactionType}
      and stored.property_type = ${unit.propertyType}`);

export async function putMedians(
  db: Db,
  unit: MedianUnit,
  medians: readonly FreshMedian[],
  now: Date,
): Promise<void> {
  await db.rows(sql`
    insert into market_median (transaction_type, property_type, division_id, median, samples, computed_at)
    select ${unit.transactionType}, ${unit.propertyType}, fresh.*, ${now}::timestamptz
    from unnest(${medians.map((one) => one.divisionId)}::uuid[], ${medians.map((one) => one.median)}::float8[],
                ${medians.map((one) => one.samples)}::int[]) as fresh
    on conflict (division_id, transaction_type, property_type) do update set
      median = excluded.median, samples = excluded.samples, computed_at = excluded.computed_at`);
}

/**
 * Notes the properties with a listing whose ratio to a median crosses one of the bounds when the median moves. `was` is null
 * for a division that had too few samples: then every listing in it is assessed for the first time. In the order of their
 * ids, as two processes may note the same ones.
 */
export async function putCrossingProperties(
  db: Db,
  unit: MedianUnit,
  moves: readonly { divisionId: string; was: number | null; now: number | null }[],
  bounds: readonly number[],
): Promise<void> {
  await db.rows(sql`
    insert into price_assessment_due (property_id)
    select distinct property_id from market_sample
    join unnest(${moves.map((move) => move.divisionId)}::uuid[], ${moves.map((move) => move.was)}::float8[],
                ${moves.map((move) => move.now)}::float8[]) as move (division_id, was, now)
      on move.division_id = any (${placesIn(unit)})
    where ${within(unit)} and price_per_area is not null and (move.was is null or move.now is null or exists (
      select from unnest(${bounds}::float8[]) as bound
      where (price_per_area < bound * move.was) <> (price_per_area < bound * move.now)))
    order by property_id on conflict do nothing`);
}

const DUE: WorkQueue = { table: 'price_assessment_due', key: ['property_id'] };

/** Takes the next properties to be assessed after one, without those that another process assesses; in the order of their ids. */
export async function takeDueProperties(db: Db, after: string, atMost: number): Promise<string[]> {
  const next = { where: sql`property_id > ${after}`, orderBy: sql`property_id`, limit: atMost };
  const returning = sql`price_assessment_due.property_id as "propertyId"`;
  const taken = await takeRows<{ propertyId: string }>(db, DUE, unlockedRows(DUE, next), returning);
  return taken.map(({ propertyId }) => propertyId).sort();
}

export async function deleteDueProperty(db: Db, propertyId: string): Promise<void> {
  await db.rows(sql`delete from price_assessment_due where property_id = ${propertyId}`);
}

export async function findLastRefresh(db: Db): Promise<Date | undefined> {
  const row = await firstRow<{ at: Date }>(db, sql`select done_at as at from market_refresh`);
  return row?.at;
}

/** Of two processes at the same time the later start counts. */
export async function putLastRefresh(db: Db, at: Date): Promise<void> {
  await db.rows(sql`
    insert into market_refresh (name, done_at) values ('medians', ${at})
    on conflict (name) do update set done_at = greatest(market_refresh.done_at, excluded.done_at)`);
}

export async function deleteRetiredSamples(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from market_sample where price_per_area is null and sampled_at < ${before}`);
}
