import type { Db } from '../../src/db/sql.ts';
import { newId } from '../../src/lib/ids.ts';
import type { ListingMove } from '../../src/properties/grouping.ts';
import { selectProperties } from '../../src/properties/store.ts';

/** The moves that merge several properties into the oldest of them. */
export async function planMerge(db: Db, propertyIds: readonly string[]): Promise<ListingMove[]> {
  const rows = (await selectProperties(db, propertyIds)).filter(({ mergedInto }) => mergedInto === null);
  const [survivor, ...others] = rows.toSorted(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() || (one.propertyId < other.propertyId ? -1 : 1),
  );
  return others
    .flatMap(({ listingIds }) => listingIds)
    .map((listingId) => ({ listingId, propertyId: survivor?.propertyId ?? '' }));
}

/** The moves that split a property. Each part except the largest gets a new property. */
export function planSplit(parts: readonly (readonly string[])[], now: Date): ListingMove[] {
  const [, ...leaving] = parts.toSorted((one, other) => other.length - one.length);
  return leaving.flatMap((part) => {
    const propertyId = newId(now);
    return part.map((listingId) => ({ listingId, propertyId }));
  });
}
