import type { PropertyResult } from '../catalogue/document.ts';
import { readByRegion, regionOfListing, regionOfProperty } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import { selectPropertyIds, selectSerializedDocuments, selectSurvivor, selectSurvivors } from './store.ts';
import { parseLastSeenTimes, patchLastSeen } from './visits.ts';

/** The property that answers for an id: itself, or the one it was merged into. */
export const findSurvivingPropertyId = async (db: Db, propertyId: string): Promise<string | undefined> =>
  selectSurvivor(await regionOfProperty(db, propertyId), propertyId);

/** The same for several ids; unknown ids are left out. */
export const findSurvivingPropertyIds = async (
  db: Db,
  propertyIds: readonly string[],
): Promise<Map<string, string>> => {
  if (propertyIds.length === 0) return new Map();
  const rows = await readByRegion(db, propertyIds, selectSurvivors);
  return new Map(rows.map(({ id, survivorId }) => [id, survivorId]));
};

/** The flat result of a property, also by an id that was merged. */
export async function findProperty(db: Db, propertyId: string): Promise<PropertyResult | undefined> {
  const written = await findSerializedProperty(db, propertyId);
  return written === undefined ? undefined : JSON.parse(written);
}

/** The same, serialized. */
export async function findSerializedProperty(db: Db, propertyId: string): Promise<string | undefined> {
  const region = await regionOfProperty(db, propertyId);
  const found = (await findSerializedProperties(region, [propertyId])).get(propertyId);
  if (found !== undefined) return found;
  const survivor = await selectSurvivor(region, propertyId);
  return survivor && (await findSerializedProperties(region, [survivor])).get(survivor);
}

/** Serialized flat results with the latest last-seen times of their listings, by id. A deleted one is left out. */
export async function findSerializedProperties(
  db: Db,
  propertyIds: readonly string[],
): Promise<Map<string, string>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await readByRegion(db, propertyIds, selectSerializedDocuments);
  return new Map(
    rows.map(({ id, written, visits }) => [id, patchLastSeen(written, parseLastSeenTimes(visits))]),
  );
}

/** The property of the listing at a URL, in any spelling of the URL. */
export async function findPropertyIdByUrl(db: Db, url: string): Promise<string | undefined> {
  const listingId = listingIdFromUrl(url);
  if (listingId === undefined) return undefined;
  return (await selectPropertyIds(await regionOfListing(db, listingId), [listingId]))[0]?.propertyId;
}

/** The flat results of several ids in their order, survivors of merged ones, each once; unknown ids are left out. */
export async function findProperties(db: Db, propertyIds: readonly string[]): Promise<PropertyResult[]> {
  const survivors = await findSurvivingPropertyIds(db, propertyIds);
  const ids = new Set(propertyIds.flatMap((id) => survivors.get(id) ?? []));
  const written = await findSerializedProperties(db, [...ids]);
  return [...ids].flatMap((id) => {
    const document = written.get(id);
    return document === undefined ? [] : (JSON.parse(document) as PropertyResult);
  });
}

/** The primary, and a replica that may lag. */
export interface ReplicaAndPrimary {
  db: Db;
  reads: Db;
}

/** Reads the replica first. What it does not have yet is read from the primary, so that a new id is found. */
export const findPropertyReplicaFirst = async (
  { db, reads }: ReplicaAndPrimary,
  propertyId: string,
): Promise<PropertyResult | undefined> =>
  (await findProperty(reads, propertyId)) ?? (reads === db ? undefined : findProperty(db, propertyId));

/** The same for the property of a listing's URL. */
export const findPropertyIdReplicaFirst = async (
  { db, reads }: ReplicaAndPrimary,
  url: string,
): Promise<string | undefined> =>
  (await findPropertyIdByUrl(reads, url)) ?? (reads === db ? undefined : findPropertyIdByUrl(db, url));

/** The same for several ids: the primary is asked when the replica lacks one. */
export async function findPropertiesReplicaFirst(
  { db, reads }: ReplicaAndPrimary,
  propertyIds: readonly string[],
): Promise<PropertyResult[]> {
  const found = await findProperties(reads, propertyIds);
  return reads === db || found.length === propertyIds.length ? found : findProperties(db, propertyIds);
}
