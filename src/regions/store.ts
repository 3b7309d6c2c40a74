import type { RegionStray } from '../db/region-set.ts';
import { type Db, firstRow, sql, unnestRows } from '../db/sql.ts';

export interface RegionRow {
  name: string;
  countries: string[];
  divisionIds: string[];
  createdAt: Date;
}

/** In the order of their creation. */
export const selectRegions = (db: Db): Promise<RegionRow[]> =>
  db.rows(sql`
    select name, countries, division_ids as "divisionIds", created_at as "createdAt" from region
    order by created_at, name`);

/** Returns false when there is a region of this name. */
export const insertRegion = async (db: Db, region: RegionRow): Promise<boolean> =>
  (
    await db.rows(sql`
      insert into region (name, countries, division_ids, created_at)
      values (${region.name}, ${region.countries}::text[], ${region.divisionIds}::uuid[], ${region.createdAt})
      on conflict (name) do nothing returning 1`)
  ).length > 0;

export interface DivisionName {
  id: string;
  countryCode: string;
  uniqueCode: string;
  name: string;
}

/** All divisions with one of these codes. */
export const selectDivisionsByCode = (db: Db, codes: readonly string[]): Promise<DivisionName[]> =>
  db.rows(sql`
    select division_id as id, country_code as "countryCode", unique_code as "uniqueCode", name from division
    where unique_code = any (${codes}::text[])`);

export const selectDivisionsById = (db: Db, ids: readonly string[]): Promise<DivisionName[]> =>
  db.rows(sql`
    select division_id as id, country_code as "countryCode", unique_code as "uniqueCode", name from division
    where division_id = any (${ids}::uuid[])`);

export interface RegionOfId {
  id: string;
  region: string;
}

export const selectListingRegions = (db: Db, ids: readonly string[]): Promise<RegionOfId[]> =>
  db.rows(sql`select listing_id as id, region from listing_region where listing_id = any (${ids}::uuid[])`);

export const selectPropertyRegions = (db: Db, ids: readonly string[]): Promise<RegionOfId[]> =>
  db.rows(
    sql`select property_id as id, region from property_region where property_id = any (${ids}::uuid[])`,
  );

const ID_COLUMNS = { id: 'uuid', region: 'text' } as const;

/** The first claim of a listing stands. In order of id, so that two writers do not deadlock. */
export async function insertListingRegions(db: Db, entries: readonly RegionOfId[]): Promise<void> {
  if (entries.length === 0) return;
  await db.rows(sql`
    insert into listing_region (listing_id, region)
    select id, region from ${unnestRows(sortById(entries), ID_COLUMNS)} on conflict (listing_id) do nothing`);
}

export async function insertPropertyRegions(db: Db, entries: readonly RegionOfId[]): Promise<void> {
  if (entries.length === 0) return;
  await db.rows(sql`
    insert into property_region (property_id, region)
    select id, region from ${unnestRows(sortById(entries), ID_COLUMNS)} on conflict (property_id) do nothing`);
}

const sortById = (entries: readonly RegionOfId[]): RegionOfId[] =>
  entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));

export const selectStrays = (db: Db): Promise<RegionStray[]> =>
  db.rows(sql`select region, place from region_stray`);

/** An entry that exists is renewed, so that it is not deleted before its advert is written. */
export async function insertStrays(db: Db, strays: readonly RegionStray[]): Promise<void> {
  if (strays.length === 0) return;
  await db.rows(sql`
    insert into region_stray (region, place, claimed_at)
    select region, place, statement_timestamp() from ${unnestRows(strays, { region: 'text', place: 'text' })}
    order by region, place
    on conflict (region, place) do update set claimed_at = excluded.claimed_at`);
}

/** The strays of a region that no writer has renewed for this long. */
export const selectOldStrays = async (db: Db, region: string, minAgeMs: number): Promise<string[]> =>
  (
    await db.rows<{ place: string }>(sql`
      select place from region_stray
      where region = ${region} and claimed_at < statement_timestamp() - make_interval(secs => ${minAgeMs / 1_000})`)
  ).map(({ place }) => place);

export const deleteStray = (db: Db, { region, place }: RegionStray, minAgeMs: number): Promise<unknown> =>
  db.rows(sql`
    delete from region_stray where region = ${region} and place = ${place}
      and claimed_at < statement_timestamp() - make_interval(secs => ${minAgeMs / 1_000})`);

/** Of one region, whose tables the handle reads. */
export const countRegion = async (db: Db): Promise<{ properties: number; listings: number }> =>
  (await firstRow<{ properties: number; listings: number }>(
    db,
    sql`
    select (select count(*)::int from property where merged_into is null) as properties,
           (select count(*)::int from listing) as listings`,
  )) ?? { properties: 0, listings: 0 };

/** Those of these listings that the region of the handle has, or has an observation of. */
export const selectPresentListings = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select listing_id as id from listing where listing_id = any (${ids}::uuid[])
        union select listing_id from raw_history where listing_id = any (${ids}::uuid[])
        union select listing_id from raw_observation where listing_id = any (${ids}::uuid[])`)
    ).map(({ id }) => id),
  );

/** The node of each distributed schema; undefined on a plain PostgreSQL. */
export async function selectSchemaNodes(db: Db): Promise<Map<string, string> | undefined> {
  const [extension] = await db.rows(sql`select 1 from pg_extension where extname = ${'citus'}`);
  if (extension === undefined) return undefined;
  const rows = await db.rows<{ name: string; node: string }>(sql`
    select distinct schema_name::text as name, nodename || ':' || nodeport as node
    from citus_shards join citus_schemas using (colocation_id)
    where schema_name::text <> ${'public'}`);
  return new Map(rows.map(({ name, node }) => [name, node]));
}

export const distributeSchema = (db: Db, name: string): Promise<unknown> =>
  db.rows(sql`select citus_schema_distribute(${name}::regnamespace)`);
