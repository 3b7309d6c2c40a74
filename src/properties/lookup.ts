import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { listingIdFromUrl } from '../lib/listing-url.ts';
import { parseLastSeenTimes, patchLastSeen } from './last-seen.ts';
import { selectPropertyIds, selectSerializedDocuments, selectSurvivor } from './store.ts';

/** The property that answers for an id: itself, or the one it was merged into. */
export const findSurvivingPropertyId = (db: Db, propertyId: string): Promise<string | undefined> =>
  selectSurvivor(db, propertyId);

/** The flat result of a property, also by an id it was merged from. */
export async function findProperty(db: Db, propertyId: string): Promise<PropertyResult | undefined> {
  const written = await findSerializedProperty(db, propertyId);
  return written === undefined ? undefined : JSON.parse(written);
}

/** The same as the text that a flat answer sends. */
export async function findSerializedProperty(db: Db, propertyId: string): Promise<string | undefined> {
  const found = (await findSerializedProperties(db, [propertyId])).get(propertyId);
  if (found !== undefined) return found;
  const survivor = await selectSurvivor(db, propertyId);
  return survivor && (await findSerializedProperties(db, [survivor])).get(survivor);
}

/** Flat results as they were written, each with the newest visits of its listings, by id. One that is gone meanwhile is left out. */
export async function findSerializedProperties(
  db: Db,
  propertyIds: readonly string[],
): Promise<Map<string, string>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await selectSerializedDocuments(db, propertyIds);
  return new Map(
    rows.map(({ id, written, visits }) => [id, patchLastSeen(written, parseLastSeenTimes(visits))]),
  );
}

/** The property of the listing at an address, however the address is spelt. */
export async function findPropertyIdByUrl(db: Db, url: string): Promise<string | undefined> {
  const listingId = listingIdFromUrl(url);
  return listingId === undefined ? undefined : (await selectPropertyIds(db, [listingId]))[0]?.propertyId;
}

/** The store, and a copy of it that may be a little behind. */
export interface ReplicaAndPrimary {
  db: Db;
  reads: Db;
}

/** Read from the copy. What that does not know yet is asked of the store, so that an id just heard of is found. */
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
