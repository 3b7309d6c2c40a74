import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { listingIdOf } from '../lib/listing-url.ts';
import { timestamp } from '../lib/timestamp.ts';
import { documentOf, documentsOf, placesOf, survivorOf, writtenDocumentsOf } from './store.ts';
import { seenIn, writtenWith } from './written.ts';

/** The property that answers for an id: itself, or the one it was merged into. */
export const survivingPropertyId = (db: Db, propertyId: string): Promise<string | undefined> =>
  survivorOf(db, propertyId);

/** The flat result of a property, also by an id it was merged from, with the newest visit of each listing. */
export async function findProperty(db: Db, propertyId: string): Promise<PropertyResult | undefined> {
  const found = (await documentOf(db, propertyId)) ?? (await survivorDocument(db, propertyId));
  return found && withVisits(found.document, found.visits);
}

/** The flat results of these properties, in this order, each with its newest visits. One that is gone meanwhile is left out. */
export async function findProperties(db: Db, propertyIds: readonly string[]): Promise<PropertyResult[]> {
  if (propertyIds.length === 0) return [];
  const rows = await documentsOf(db, propertyIds);
  const byId = new Map(rows.map(({ document, visits }) => [document.id, withVisits(document, visits)]));
  return propertyIds.flatMap((id) => byId.get(id) ?? []);
}

/** The same results as the text that a flat answer sends, by id: neither read nor written anew. */
export async function findWrittenProperties(
  db: Db,
  propertyIds: readonly string[],
): Promise<Map<string, string>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await writtenDocumentsOf(db, propertyIds);
  return new Map(rows.map(({ id, written, visits }) => [id, writtenWith(written, seenIn(visits))]));
}

async function survivorDocument(db: Db, propertyId: string): ReturnType<typeof documentOf> {
  const survivor = await survivorOf(db, propertyId);
  return survivor === undefined ? undefined : documentOf(db, survivor);
}

const withVisits = (document: PropertyResult, visits: Readonly<Record<string, string>>): PropertyResult => ({
  ...document,
  listings: document.listings.map((listing) => {
    const seen = new Date(visits[listing.id] ?? 0);
    return seen > new Date(listing.lastSeenAt) ? { ...listing, lastSeenAt: timestamp(seen) } : listing;
  }),
});

/** The property of the listing at an address, however the address is spelt. */
export async function propertyIdByUrl(db: Db, url: string): Promise<string | undefined> {
  const listingId = listingIdOf(url);
  return listingId === undefined ? undefined : (await placesOf(db, [listingId]))[0]?.propertyId;
}
