import type { Db } from '../db/sql.ts';
import type { Decision } from '../identity/decide.ts';
import type { ListingFeature } from '../identity/feature.ts';
import { resolve } from '../identity/resolve.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import type { Pipeline } from './pipeline.ts';

interface Settled {
  feature: ListingFeature;
  /** The moment that counts for identity: of the visit, or now when nothing was observed. */
  at: Date;
  /** The listing as it now stands, when that changed. */
  listing?: { state: ListingState; payloadHash?: Buffer };
}

/** Decides where a listing belongs, and carries out all that follows from it, in the caller's transaction. */
export async function settle(
  db: Db,
  pipeline: Pipeline,
  { feature, at, listing }: Settled,
): Promise<Decision> {
  const decision = await resolve(pipeline.identityOver(db), feature, at);
  const { propertyId } = decision;
  const moves = decision.moves
    .filter(({ listingId }) => listing === undefined || listingId !== feature.listingId)
    .map(({ listingId, to }) => ({ listingId, propertyId: to }));
  const listings = listing === undefined ? [] : [{ ...listing, propertyId }];
  if (listings.length === 0 && moves.length === 0) return decision;
  for (const recorded of await record(db, { listings, moves }, pipeline.clock.now())) {
    const { mergedInto: into } = recorded;
    if (into !== undefined) await pipeline.onMerge(db, { propertyId: recorded.propertyId, into });
  }
  return decision;
}
