import { DEFAULT_REGION, type RegionSet } from '../db/region-set.ts';
import { type Db, sql } from '../db/sql.ts';
import {
  insertListingRegions,
  insertPropertyRegions,
  insertStrays,
  selectListingRegions,
  selectPresentListings,
} from './store.ts';

/** The region of each listing that is known. Those from before regions were added are in the default one. */
export async function findListingRegions(
  account: Db,
  regions: RegionSet,
  listingIds: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map(
    (await selectListingRegions(account, listingIds)).map(({ id, region }) => [id, region]),
  );
  const rest = listingIds.filter((id) => !found.has(id));
  const [first] = regions.all;
  if (rest.length === 0 || first === undefined) return found;
  for (const id of await selectPresentListings(first.db, rest)) found.set(id, DEFAULT_REGION);
  return found;
}

/** A listing with the region that its place asks for. */
export interface ListingClaim {
  listingId: string;
  /** The id that a property has when this listing is its first. */
  propertyId: string;
  region: string;
  /** The narrowest division, else the country. */
  place: string | undefined;
}

/**
 * Enters new listings into the directory, and the places of those that stay in another region than their place's. It is
 * done before the transaction that writes the listings, which then writes in one region alone: an entry without its
 * listing does no harm. Of two writers of a new listing the first decides.
 */
export async function claimListings(
  account: Db,
  known: ReadonlyMap<string, string>,
  claims: readonly ListingClaim[],
): Promise<ReadonlyMap<string, string>> {
  const added = [...new Map(claims.map((claim) => [claim.listingId, claim])).values()].filter(
    ({ listingId }) => !known.has(listingId),
  );
  const regionOf = new Map(known);
  if (added.length > 0) {
    await insertListingRegions(
      account,
      added.map(({ listingId, region }) => ({ id: listingId, region })),
    );
    const ids = added.map(({ listingId }) => listingId);
    for (const { id, region } of await selectListingRegions(account, ids)) regionOf.set(id, region);
    await insertPropertyRegions(
      account,
      added.flatMap(({ listingId, propertyId }) => {
        const region = regionOf.get(listingId) ?? DEFAULT_REGION;
        return region === DEFAULT_REGION ? [] : [{ id: propertyId, region }];
      }),
    );
  }
  await insertStrays(account, findStrays(claims, regionOf));
  return regionOf;
}

function findStrays(claims: readonly ListingClaim[], regionOf: ReadonlyMap<string, string>) {
  const strays = claims.flatMap(({ listingId, region, place }) => {
    const stored = regionOf.get(listingId) ?? DEFAULT_REGION;
    return place === undefined || stored === region ? [] : [{ region: stored, place }];
  });
  return [...new Map(strays.map((stray) => [`${stray.region} ${stray.place}`, stray])).values()];
}

/** A part that left its property may have an id of its own, which the directory does not foresee. */
export async function registerProperties(
  account: Db,
  region: string,
  db: Db,
  listingIds: readonly string[],
): Promise<void> {
  if (listingIds.length === 0) return;
  const rows = await db.rows<{ id: string }>(sql`
    select distinct property_id as id from listing where listing_id = any (${listingIds}::uuid[])`);
  await insertPropertyRegions(
    account,
    rows.map(({ id }) => ({ id, region })),
  );
}
