import type { Db } from '../db/sql.ts';
import { newId } from '../lib/ids.ts';
import type { ListingReassignment } from './grouping.ts';
import { selectProperties } from './store.ts';

/** On a merge the older property id survives. */
export const pickOldest = <Property extends { propertyId: string; createdAt: Date }>(
  properties: readonly Property[],
): Property | undefined =>
  properties.toSorted(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() || (one.propertyId < other.propertyId ? -1 : 1),
  )[0];

/** On a split the larger part keeps the id; of equals the first. */
export const pickLargest = <Part extends readonly unknown[]>(parts: readonly Part[]): Part | undefined =>
  parts.toSorted((one, other) => other.length - one.length)[0];

/** The moves that make one property of several. */
export async function planMerge(db: Db, propertyIds: readonly string[]): Promise<ListingReassignment[]> {
  const rows = (await selectProperties(db, propertyIds)).filter(({ mergedInto }) => mergedInto === null);
  const survivor = pickOldest(rows);
  if (survivor === undefined) return [];
  return rows
    .filter((row) => row !== survivor)
    .flatMap(({ listingIds }) => listingIds)
    .map((listingId) => ({ listingId, propertyId: survivor.propertyId }));
}

/** The moves that take the listings of a property apart. Each part but the keeper becomes a property of its own. */
export function planSplit(parts: readonly (readonly string[])[], now: Date): ListingReassignment[] {
  const keeper = pickLargest(parts);
  return parts
    .filter((part) => part !== keeper && part.length > 0)
    .flatMap((part) => {
      const propertyId = newId(now);
      return part.map((listingId) => ({ listingId, propertyId }));
    });
}
