import type { Db } from '../db/sql.ts';
import { newId } from '../lib/ids.ts';
import type { ListingMove } from './grouping.ts';
import { selectProperties } from './store.ts';

/** On a merge the older property id survives. */
export const pickOldest = <Property extends { propertyId: string; createdAt: Date }>(
  properties: readonly Property[],
): Property | undefined =>
  properties.toSorted(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() || (one.propertyId < other.propertyId ? -1 : 1),
  )[0];

/** On a split the largest part retains the id; of equals the first. */
export const pickLargest = <Part extends readonly unknown[]>(parts: readonly Part[]): Part | undefined =>
  parts.toSorted((one, other) => other.length - one.length)[0];

/** The moves that merge several properties into one. */
export async function planMerge(db: Db, propertyIds: readonly string[]): Promise<ListingMove[]> {
  const rows = (await selectProperties(db, propertyIds)).filter(({ mergedInto }) => mergedInto === null);
  const survivor = pickOldest(rows);
  if (survivor === undefined) return [];
  return rows
    .filter((row) => row !== survivor)
    .flatMap(({ listingIds }) => listingIds)
    .map((listingId) => ({ listingId, propertyId: survivor.propertyId }));
}

/** The moves that split a property. Each part except the largest gets a new property. */
export function planSplit(parts: readonly (readonly string[])[], now: Date): ListingMove[] {
  const largest = pickLargest(parts);
  return parts
    .filter((part) => part !== largest && part.length > 0)
    .flatMap((part) => {
      const propertyId = newId(now);
      return part.map((listingId) => ({ listingId, propertyId }));
    });
}
