import type { Db } from '../db/sql.ts';
import type { Decision } from '../identity/decide.ts';
import type { ListingFeature } from '../identity/feature.ts';
import { resolveAll } from '../identity/resolve.ts';
import { recogniseAdvertisers } from '../properties/publishers/publishers.ts';
import { type Move, type Placed, record } from '../properties/record.ts';
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
  const now = pipeline.clock.now();
  // All at once and so in one order: two that meet the same new agencies do not wait for each other.
  await recogniseAdvertisers(
    db,
    settled.flatMap(({ listing }) => listing?.state ?? []),
    now,
  );
  for (const { listings, moves } of inRounds(settled, decisions)) {
    for (const { propertyId, mergedInto: into } of await record(db, { listings, moves }, now))
      if (into !== undefined) await pipeline.onMerge(db, { propertyId, into });
  }
  return decisions;
}

interface Round {
  listings: Placed[];
  moves: Move[];
}

/**
 * What concerns different properties is recorded together; what concerns one property again follows in the next round. So each
 * observation makes its own revision, however many come together.
 */
function inRounds(settled: readonly Settled[], decisions: readonly Decision[]): Round[] {
  const rounds: Round[] = [];
  const last = new Map<string, number>();
  for (const [index, { feature, listing }] of settled.entries()) {
    const decision = decisions[index];
    if (decision === undefined) continue;
    const moves = decision.moves
      .filter(({ listingId }) => listing === undefined || listingId !== feature.listingId)
      .map(({ listingId, to }) => ({ listingId, propertyId: to }));
    if (listing === undefined && moves.length === 0) continue;
    const concerned = new Set([
      decision.propertyId,
      ...decision.moves.flatMap(({ from, to }) => [from ?? to, to]),
    ]);
    const at = Math.max(-1, ...[...concerned].map((id) => last.get(id) ?? -1)) + 1;
    for (const id of concerned) last.set(id, at);
    rounds[at] ??= { listings: [], moves: [] };
    if (listing !== undefined) rounds[at].listings.push({ ...listing, propertyId: decision.propertyId });
    rounds[at].moves.push(...moves);
  }
  return rounds;
}
