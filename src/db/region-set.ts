import { planeOf, TABLES_OF_PLANE } from './planes.ts';
import type { Database, Db, Region, Sql } from './sql.ts';

export type { Region, RegionSet, RegionStray } from './sql.ts';

/** The schema of an installation without regions, and of what belongs to no other region. */
export const DEFAULT_REGION = 'public';

/** What this process reads or writes in one region at a time. One region: the database itself. */
export const servedRegions = (db: Database): readonly Pick<Region, 'name' | 'db' | 'isDistributed'>[] =>
  db.regions?.all.filter(({ isServed }) => isServed) ?? [{ name: DEFAULT_REGION, db, isDistributed: false }];

/** The name of a job that runs once in each region. */
export const inRegion = (job: string, db: Db, { name }: Pick<Region, 'name'>): string =>
  db.regions === undefined ? job : `${job} (${name})`;

/** Every region; one that this process does not serve refuses its statements. */
export const allRegions = (db: Db): readonly Db[] => db.regions?.all.map((region) => region.db) ?? [db];

/** Reads rows of properties or revisions, each in its region. */
export async function readByRegion<Key extends string | { readonly propertyId: string }, Row>(
  db: Db,
  keys: readonly Key[],
  select: (db: Db, keys: readonly Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (db.regions === undefined || keys.length === 0) return select(db, keys);
  const idOf = (key: Key): string => (typeof key === 'string' ? key : key.propertyId);
  const regions = await db.regions.ofProperties(keys.map(idOf));
  const groups = [...Map.groupBy(keys, (key) => regions.get(idOf(key)))];
  return (
    await Promise.all(groups.map(([region, some]) => (region === undefined ? [] : select(region.db, some))))
  ).flat();
}

/** Sales, certificates and addresses are not divided: they are in the default region. */
export const defaultRegion = <Handle extends Db>(db: Handle): Handle | Database =>
  db.regions?.all[0]?.db ?? db;

/** The handle of the region of a property id. */
export async function regionOfProperty<Handle extends Db>(
  db: Handle,
  propertyId: string,
): Promise<Handle | Database> {
  if (db.regions === undefined) return db;
  return (await db.regions.ofProperties([propertyId])).get(propertyId)?.db ?? db;
}

/** The handle of the region of a listing id. */
export async function regionOfListing<Handle extends Db>(
  db: Handle,
  listingId: string,
): Promise<Handle | Database> {
  if (db.regions === undefined) return db;
  return (await db.regions.ofListings([listingId])).get(listingId)?.db ?? db;
}

/** A question to the account plane that names a table of the regions: its answer would lack the other regions. */
export class SeveralRegionsError extends Error {
  constructor(table: string) {
    super(`with several regions the table ${table} cannot be asked for all of them`);
  }
}

/** A region that this process does not serve. */
export class RegionNotServedError extends Error {
  readonly region: string;
  constructor(region: string) {
    super(`this process does not serve the region ${region}`);
    this.region = region;
  }
}

const REGION_TABLE = new RegExp(
  `\\b(?:from|join|into|update|only|copy|using|table|truncate)\\s+"?(${TABLES_OF_PLANE.region.join('|')})"?(?![\\w.])`,
  'i',
);

/** Throws for a statement on a table of the region plane. */
export function requireAccountPlane({ text }: Pick<Sql, 'text'>): void {
  const table = REGION_TABLE.exec(text)?.[1];
  if (table !== undefined && planeOf(table.toLowerCase()) === 'region') throw new SeveralRegionsError(table);
}
