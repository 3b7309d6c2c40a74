import type { Db } from '../db/sql.ts';
import type { Decision } from '../identity/decide.ts';
import type { ListingFeature } from '../identity/feature.ts';
import { resolveAll } from '../identity/resolve.ts';
import { type Placed, type Recording, recordInTurn } from '../properties/record.ts';
import type { Pipeline } from './pipeline.ts';

export interface Settled {
  feature: ListingFeature;
  /** The moment that counts for identity: of the visit, or now when nothing was observed. */
  at: Date;
  /** The listing as it now stands, when that changed. */
  listing?: Omit<Placed, 'propertyId'>;
}

/** Decides where a listing belongs, and carries out all that follows from it, in the caller's transaction. */
export async function settle(db: Db, pipeline: Pipeline, settled: Settled): Promise<void> {
  await settleAll(db, pipeline, [settled]);
}

/** The same for several listings, one after another in their order; none may come twice. */
export async function settleAll(
  db: Db,
  pipeline: Pipeline,
  settled: readonly Settled[],
): Promise<Decision[]> {
  const decisions = await resolveAll(pipeline.identityOver(db), settled);
  const recordings = recordingsOf(settled, decisions);
  await recordInTurn(db, recordings, pipeline.clock.now());
  return decisions;
}

/** Each observation makes its own revision, however many come together. */
const recordingsOf = (settled: readonly Settled[], decisions: readonly Decision[]): Recording[] =>
  settled.flatMap(({ feature, listing }, index) => {
    const decision = decisions[index];
    if (decision === undefined) return [];
    const { propertyId } = decision;
    const moves = decision.moves
      .filter(({ listingId }) => listing === undefined || listingId !== feature.listingId)
      .map(({ listingId, to }) => ({ listingId, propertyId: to }));
    if (listing === undefined) return moves.length === 0 ? [] : [{ moves }];
    return [{ listings: [{ ...listing, propertyId }], moves }];
  });
