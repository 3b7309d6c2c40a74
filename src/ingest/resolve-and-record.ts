import type { Db } from '../db/sql.ts';
import type { Assignment } from '../identity/decide.ts';
import type { ListingFeature } from '../identity/feature.ts';
import { type Identity, resolveAll } from '../identity/resolve.ts';
import type { Clock } from '../lib/clock.ts';
import { type ListingAssignment, type Recording, recordInOrder } from '../properties/record.ts';

/** The part of the pipeline that assigning and recording needs. */
export interface RecordingPipeline {
  clock: Clock;
  /** Identity over a transaction. */
  openIdentity(db: Db): Identity;
}

export interface RecordedListing {
  feature: ListingFeature;
  /** The moment that counts for identity: of the visit, or now when nothing was observed. */
  at: Date;
  /** The listing as it now stands, when that changed. */
  listing?: Omit<ListingAssignment, 'propertyId'>;
}

/** Decides where a listing belongs, and carries out all that follows from it, in the caller's transaction. */
export async function resolveAndRecord(
  db: Db,
  pipeline: RecordingPipeline,
  listing: RecordedListing,
): Promise<void> {
  await resolveAndRecordAll(db, pipeline, [listing]);
}

/** The same for several listings, one after another in their order; none may come twice. */
export async function resolveAndRecordAll(
  db: Db,
  pipeline: RecordingPipeline,
  listings: readonly RecordedListing[],
): Promise<Assignment[]> {
  const decisions = await resolveAll(pipeline.openIdentity(db), listings);
  const recordings = buildRecordings(listings, decisions);
  await recordInOrder(db, recordings, pipeline.clock.now());
  return decisions;
}

/** Each observation makes its own revision, however many come together. */
const buildRecordings = (
  listings: readonly RecordedListing[],
  decisions: readonly Assignment[],
): Recording[] =>
  listings.flatMap(({ feature, listing }, index) => {
    const decision = decisions[index];
    if (decision === undefined) return [];
    const { propertyId } = decision;
    const moves = decision.moves
      .filter(({ listingId }) => listing === undefined || listingId !== feature.listingId)
      .map(({ listingId, to }) => ({ listingId, propertyId: to }));
    if (listing === undefined) return moves.length === 0 ? [] : [{ moves }];
    return [{ listings: [{ ...listing, propertyId }], moves }];
  });
