import type { Db } from '../db/sql.ts';
import type { RecordedState, Recording } from './grouping.ts';
import { parseListingRows } from './listing-rows.ts';
import { lockForRecording, selectAffected, selectPropertyIds } from './store.ts';

/** The listings and properties that a recording names. */
export function collectIds({ listings = [], moves = [], reconsolidate = [], estimates }: Recording): {
  listingIds: string[];
  propertyIds: string[];
} {
  return {
    listingIds: [...listings.map(({ state }) => state.id), ...moves.map(({ listingId }) => listingId)],
    propertyIds: [
      ...reconsolidate,
      ...(estimates?.keys() ?? []),
      ...listings.flatMap(({ propertyId }) => propertyId ?? []),
      ...moves.map(({ propertyId }) => propertyId),
    ],
  };
}

/**
 * Locks every listing and property concerned, and reads the properties with all their listings. The property of a
 * listing and the target of a merge are certain only under the lock: what was not expected is locked and read once
 * more.
 */
export async function lockAndRead(db: Db, recordings: readonly Recording[]): Promise<RecordedState> {
  const named = recordings.map(collectIds);
  const listingIds = [...new Set(named.flatMap((one) => one.listingIds))];
  const foreseen = new Set(named.flatMap((one) => one.propertyIds));
  // Moves concern properties that are not named: without this lookup they would be locked out of order.
  if (recordings.some(needsLookup)) {
    await lockForRecording(db, listingIds, []);
    for (const { propertyId } of await selectPropertyIds(db, listingIds)) foreseen.add(propertyId);
  }
  const locked = new Set<string>();
  for (;;) {
    const missing = [...foreseen].filter((id) => !locked.has(id));
    await lockForRecording(db, listingIds, missing);
    for (const id of missing) locked.add(id);
    const { properties, listings: rows } = await selectAffected(db, listingIds, [...locked]);
    const found = properties.flatMap(({ propertyId, mergedInto }) => [propertyId, mergedInto ?? propertyId]);
    for (const id of found) foreseen.add(id);
    if (foreseen.size === locked.size) {
      return {
        properties: new Map(properties.map((row) => [row.propertyId, row])),
        listings: parseListingRows(rows),
      };
    }
  }
}

const needsLookup = ({ listings = [], moves = [] }: Recording): boolean =>
  moves.length > 0 || listings.some(({ propertyId }) => propertyId === undefined);
