import { forgetDigestPrices } from '../alerts/digest-store.ts';
import { forgetEvents } from '../analytics/forget-listing.ts';
import { allRegions, RegionNotServedError } from '../db/region-set.ts';
import type { Database, Db } from '../db/sql.ts';
import { forgetSentBodies } from '../delivery/notifications/forget-property.ts';
import { forgetRejections } from '../feeds/forget-rejections.ts';
import { forgetListing, selectFormerProperties } from '../identity/forget-listing.ts';
import { forgetRaw } from '../ingest/forget-listing.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import { reassignListings } from '../ingest/reassign.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import { removeListing } from '../properties/remove-listing.ts';
import { addProperties, findRemoved, putRemoved, type RemovedListing } from './store.ts';

const MAX_RETRIES = 5;

/** Undefined when the text is no URL. */
export async function removeListingByUrl(
  pipeline: Pipeline & { db: Database },
  { url, reason = null }: { url: string; reason?: string | null },
): Promise<RemovedListing | undefined> {
  const listingId = listingIdFromUrl(url);
  if (listingId === undefined) return undefined;
  const { db, regions } = pipeline;
  const unserved = db.regions?.all.find(({ isServed }) => !isServed);
  if (unserved !== undefined) throw new RegionNotServedError(unserved.name);
  // An import may write it in any region at this moment: after the first of these every import refuses it.
  for (const { pipeline: region } of regions?.all ?? [{ pipeline }]) {
    const remaining = await removeFromRegion(region, { listingId, reason }, allRegions(db));
    await regions?.register(region, remaining);
  }
  return findRemoved(db, listingId);
}

/** Returns the listings that stay in its property: some may have another property now. */
async function removeFromRegion(
  pipeline: Pipeline & { db: Database },
  { listingId, reason }: { listingId: string; reason: string | null },
  regions: readonly Db[],
): Promise<readonly string[]> {
  const { db, clock } = pipeline;
  const otherRegions = regions.filter((region) => region !== db);
  return db.transaction(
    async (tx) => {
      const now = clock.now();
      const former = await selectFormerProperties(tx, listingId);
      const removal = await removeListing(tx, { listingId, propertyIds: former, otherRegions }, now);
      // After the lock of the listing: an import that runs at the same time sees it, or is seen here.
      await putRemoved(tx, { listingId, reason });
      await forgetListing(tx, listingId);
      await forgetRaw(tx, listingId);
      await forgetEvents(tx, listingId);
      await forgetRejections(tx);
      if (removal === undefined) return [];
      await addProperties(tx, listingId, removal.propertyIds);
      await forgetSentBodies(tx, removal.propertyIds);
      await forgetDigestPrices(tx, removal.propertyIds);
      // Two listings that only this one connected are different homes now.
      await reassignListings(tx, pipeline, removal.remaining);
      return removal.remaining;
    },
    { retries: MAX_RETRIES },
  );
}
