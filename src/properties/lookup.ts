import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { listingIdOf } from '../lib/listing-url.ts';
import { placesOf, survivorOf, writtenDocumentsOf } from './store.ts';
import { seenIn, writtenWith } from './written.ts';

/** The property that answers for an id: itself, or the one it was merged into. */
export const survivingPropertyId = (db: Db, propertyId: string): Promise<string | undefined> =>
  survivorOf(db, propertyId);

/** The flat result of a property, also by an id it was merged from. */
export async function findProperty(db: Db, propertyId: string): Promise<PropertyResult | undefined> {
  const written = await findWrittenProperty(db, propertyId);
  return written === undefined ? undefined : JSON.parse(written);
}

/** The same as the text that a flat answer sends. */
export async function findWrittenProperty(db: Db, propertyId: string): Promise<string | undefined> {
  const found = (await findWrittenProperties(db, [propertyId])).get(propertyId);
  if (found !== undefined) return found;
  const survivor = await survivorOf(db, propertyId);
  return survivor && (await findWrittenProperties(db, [survivor])).get(survivor);
}

/** Flat results as they were written, each with the newest visits of its listings, by id. One that is gone meanwhile is left out. */
export async function findWrittenProperties(
  db: Db,
  propertyIds: readonly string[],
): Promise<Map<string, string>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await writtenDocumentsOf(db, propertyIds);
  return new Map(rows.map(({ id, written, visits }) => [id, writtenWith(written, seenIn(visits))]));
}

/** The property of the listing at an address, however the address is spelt. */
export async function propertyIdByUrl(db: Db, url: string): Promise<string | undefined> {
  const listingId = listingIdOf(url);
  return listingId === undefined ? undefined : (await placesOf(db, [listingId]))[0]?.propertyId;
}

/** The store, and a copy of it that may be a little behind. */
export interface NearAndStore {
  db: Db;
  reads: Db;
}

/** Read from the copy. What that does not know yet is asked of the store, so that an id just heard of is found. */
export const readProperty = async (
  { db, reads }: NearAndStore,
  propertyId: string,
): Promise<PropertyResult | undefined> =>
  (await findProperty(reads, propertyId)) ?? (reads === db ? undefined : findProperty(db, propertyId));

/** The same for the property of a listing's URL. */
export const readPropertyIdByUrl = async (
  { db, reads }: NearAndStore,
  url: string,
): Promise<string | undefined> =>
  (await propertyIdByUrl(reads, url)) ?? (reads === db ? undefined : propertyIdByUrl(db, url));
