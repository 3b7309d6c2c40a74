import { createHash } from 'node:crypto';
import type { Database, Db } from '../db/sql.ts';
import { featureOf } from '../identity/feature.ts';
import { type Identity, resolve } from '../identity/resolve.ts';
import { canonical } from '../lib/canonical.ts';
import type { Clock } from '../lib/clock.ts';
import { listingIdOf } from '../lib/listing-url.ts';
import { keptListings } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import { lock } from '../properties/store.ts';
import { noteVisits, type VisitedListing, visitedListings } from '../properties/visits.ts';
import { sourceIdOf } from '../sources/sources.ts';
import type { Dropped } from './normalise/dropped.ts';
import type { Locate } from './normalise/location.ts';
import { afterExpired } from './normalise/visit.ts';
import { normalise, type Seen } from './normalise.ts';
import type { Observation } from './observation.ts';

/** What became of an observation. */
export type Outcome = 'new' | 'changed' | 'unchanged' | 'expired' | 'outdated' | 'unknown listing';

export interface Pipeline {
  db: Database;
  clock: Clock;
  locate: Locate;
  /** Hears what a source said that could not be used. */
  onDropped(source: string, dropped: readonly Dropped[]): void;
  /** Identity over a transaction. */
  identityOver(db: Db): Identity;
  /** What else must follow, in the same transaction, when a property is recognised as another one. */
  onMerge(db: Db, merged: { propertyId: string; into: string }): Promise<void>;
}

/** A transaction that lost a race is tried again; three workers on one street settle within a few turns. */
const RETRIES = 5;

/**
 * Observations in, properties out. Visits that bring nothing new, most of a crawler's traffic, cost three statements a batch; each of the
 * others is one transaction. An observation may come twice, late or out of order.
 */
export async function ingest(pipeline: Pipeline, observations: readonly Observation[]): Promise<Outcome[]> {
  const placed = observations.map((observation) => ({
    observation,
    listingId: listingIdOf(observation.url) ?? '',
  }));
  const known = await visitedListings(pipeline.db, [...new Set(placed.map(({ listingId }) => listingId))]);
  const outcomes: Outcome[] = [];
  const visits = new Map<string, { propertyId: string; listingId: string; at: Date }>();
  const settled = new Set<string>();
  for (const { observation, listingId } of placed) {
    const visited = settled.has(listingId) ? undefined : known.get(listingId);
    const at = new Date(observation.observedAt);
    if (visited !== undefined && isRevisit(observation, visited)) {
      visits.set(listingId, { propertyId: visited.propertyId, listingId, at });
      outcomes.push(at < visited.lastSeenAt ? 'outdated' : 'unchanged');
      continue;
    }
    // From here on the row in memory is old news.
    settled.add(listingId);
    outcomes.push(await place(pipeline, observation, listingId));
  }
  await noteVisits(pipeline.db, [...visits.values()]);
  return outcomes;
}

const isRevisit = (observation: Observation, visited: VisitedListing): boolean =>
  observation.kind === 'seen'
    ? visited.live && visited.payloadHash?.equals(payloadHash(observation)) === true
    : !visited.live;

/** Equal content has an equal hash whatever the order its members came in. */
export const payloadHash = ({ payload }: Observation): Buffer =>
  createHash('sha256').update(canonical(payload)).digest().subarray(0, 16);

/** One observation in one transaction: which property, what changed, all of it or nothing. */
async function place(pipeline: Pipeline, observation: Observation, listingId: string): Promise<Outcome> {
  return pipeline.db.transaction((db) => placeIn(db, pipeline, observation, listingId), { retries: RETRIES });
}

async function placeIn(
  db: Db,
  pipeline: Pipeline,
  observation: Observation,
  listingId: string,
): Promise<Outcome> {
  const at = new Date(observation.observedAt);
  await lock(db, [listingId], []);
  const before = (await keptListings(db, [listingId])).get(listingId);
  if (before !== undefined && at < before.state.lastSeenAt) return 'outdated';
  if (observation.kind === 'expired' && before === undefined) return 'unknown listing';
  const state =
    observation.kind === 'seen'
      ? await seenState(pipeline, observation, before?.state)
      : afterExpired(before?.state as ListingState, at);
  const feature = featureOf(state);
  const decision = await resolve(pipeline.identityOver(db), feature, at);
  const hash = observation.kind === 'seen' ? { payloadHash: payloadHash(observation) } : {};
  const moves = decision.moves
    .filter((move) => move.listingId !== listingId)
    .map(({ listingId: moved, to }) => ({ listingId: moved, propertyId: to }));
  const recorded = await record(
    db,
    { listings: [{ state, propertyId: decision.propertyId, ...hash }], moves },
    pipeline.clock.now(),
  );
  for (const { propertyId, mergedInto } of recorded) {
    if (mergedInto !== undefined) await pipeline.onMerge(db, { propertyId, into: mergedInto });
  }
  if (observation.kind === 'expired') return 'expired';
  return before === undefined ? 'new' : 'changed';
}

async function seenState(
  pipeline: Pipeline,
  seen: Seen,
  previous: ListingState | undefined,
): Promise<ListingState> {
  const source = { id: sourceIdOf(seen.source), slug: seen.source };
  const now = pipeline.clock.now();
  const { state, dropped } = await normalise(seen, { source, previous, locate: pipeline.locate, now });
  if (dropped.length > 0) pipeline.onDropped(seen.source, dropped);
  return state;
}
