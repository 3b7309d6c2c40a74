import type { Db } from '../db/sql.ts';
import type { Known, Recording } from './grouping.ts';
import { keptFrom } from './listing-rows.ts';
import { lock, placesOf, readConcerned } from './store.ts';

/** The listings and properties that a recording names. */
export function namedIn({ listings = [], moves = [], again = [] }: Recording): {
  listingIds: string[];
  propertyIds: string[];
} {
  return {
    listingIds: [...listings.map(({ state }) => state.id), ...moves.map(({ listingId }) => listingId)],
    propertyIds: [
      ...again,
      ...listings.flatMap(({ propertyId }) => propertyId ?? []),
      ...moves.map(({ propertyId }) => propertyId),
    ],
  };
}

/**
 * Locks every listing and property concerned, and reads the properties with all their listings. Where a listing belongs is known for
 * sure under its lock only, and so is what a property was merged into: what was not foreseen is locked and read once more.
 */
export async function readLocked(db: Db, recordings: readonly Recording[]): Promise<Known> {
  const named = recordings.map(namedIn);
  const listingIds = [...new Set(named.flatMap((one) => one.listingIds))];
  const foreseen = new Set(named.flatMap((one) => one.propertyIds));
  // Moves concern properties that are not named: without this look ahead they would be locked out of order.
  if (recordings.some(concernsUnnamed)) {
    await lock(db, listingIds, []);
    for (const { propertyId } of await placesOf(db, listingIds)) foreseen.add(propertyId);
  }
  const locked = new Set<string>();
  for (;;) {
    const missing = [...foreseen].filter((id) => !locked.has(id));
    await lock(db, listingIds, missing);
    for (const id of missing) locked.add(id);
    const { properties, listings: rows } = await readConcerned(db, listingIds, [...locked]);
    const found = properties.flatMap(({ propertyId, mergedInto }) => [propertyId, mergedInto ?? propertyId]);
    for (const id of found) foreseen.add(id);
    if (foreseen.size === locked.size) {
      return {
        properties: new Map(properties.map((row) => [row.propertyId, row])),
        listings: keptFrom(rows),
      };
    }
  }
}

const concernsUnnamed = ({ listings = [], moves = [] }: Recording): boolean =>
  moves.length > 0 || listings.some(({ propertyId }) => propertyId === undefined);
