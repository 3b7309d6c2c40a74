import { createHash } from 'node:crypto';
import type { Database, Db } from '../db/sql.ts';
import { featureOf } from '../identity/feature.ts';
import type { Identity } from '../identity/resolve.ts';
import { canonical } from '../lib/canonical.ts';
import type { Clock } from '../lib/clock.ts';
import { listingIdOf } from '../lib/listing-url.ts';
import { keptListings } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { lock } from '../properties/store.ts';
import { noteVisits, type Visit, type VisitedListing, visitedListings } from '../properties/visits.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { addDroppedMembers } from './dropped-members.ts';
import { type Dropped, DroppedCounts } from './normalise/dropped.ts';
import type { Locate } from './normalise/location.ts';
import { afterExpired } from './normalise/visit.ts';
import { normalise } from './normalise.ts';
import type { Observation } from './observation.ts';
import { keepRaw } from './raw.ts';
import { settle } from './settle.ts';

/** What became of an observation. */
export type Outcome = 'new' | 'changed' | 'unchanged' | 'expired' | 'outdated' | 'unknown listing';

export interface Pipeline {
  db: Database;
  clock: Clock;
  locate: Locate;
  /** Identity over a transaction. */
  identityOver(db: Db): Identity;
  /** What else must follow, in the same transaction, when a property is recognised as another one. */
  onMerge(db: Db, merged: { propertyId: string; into: string }): Promise<void>;
}

/** An observation on its way in, with the record it was read from and what of that did not go in. */
export interface Incoming {
  observation: Observation;
  raw?: unknown;
  leftOut?: readonly Dropped[];
}

/** A transaction that lost a race is tried again; three workers on one street settle within a few turns. */
const RETRIES = 5;

/**
 * Observations in, properties out. Visits that bring nothing new, most of a crawler's traffic, cost three statements a batch; each of the
 * others is one transaction. An observation may come twice, late or out of order.
 */
export async function ingest(pipeline: Pipeline, incoming: readonly Incoming[]): Promise<Outcome[]> {
  const { db } = pipeline;
  const placed = incoming.map((one) => ({ ...one, listingId: listingIdOf(one.observation.url) ?? '' }));
  const known = await visitedListings(db, [...new Set(placed.map(({ listingId }) => listingId))]);
  const outcomes: Outcome[] = [];
  const visits = new Map<string, Visit>();
  const dropped = new DroppedCounts();
  for (const one of placed) {
    const { observation, listingId } = one;
    const visited = known.get(listingId);
    const at = new Date(observation.observedAt);
    if (visited !== undefined && isRevisit(observation, visited)) {
      visits.set(listingId, { propertyId: visited.propertyId, listingId, at });
      outcomes.push(at < visited.lastSeenAt ? 'outdated' : 'unchanged');
      continue;
    }
    // From here on what was read before is old news.
    known.delete(listingId);
    outcomes.push(await place(pipeline, one, dropped));
  }
  await noteVisits(db, [...visits.values()]);
  await addDroppedMembers(db, dropped.take(), pipeline.clock.now());
  return outcomes;
}

const isRevisit = (observation: Observation, visited: VisitedListing): boolean =>
  observation.kind === 'seen'
    ? visited.live && visited.payloadHash?.equals(payloadHash(observation)) === true
    : !visited.live;

/** Equal content has an equal hash whatever the order its members came in. */
export const payloadHash = ({ payload }: Observation): Buffer =>
  createHash('sha256').update(canonical(payload)).digest().subarray(0, 16);

interface Placing extends Incoming {
  listingId: string;
}

/** One observation in one transaction: which property, what changed, all of it or nothing. */
async function place(pipeline: Pipeline, placing: Placing, counts: DroppedCounts): Promise<Outcome> {
  const { outcome, dropped } = await pipeline.db.transaction((db) => placeIn(db, pipeline, placing), {
    retries: RETRIES,
  });
  counts.add(sourceIdOf(placing.observation.source), dropped);
  return outcome;
}

interface PlacedIn {
  outcome: Outcome;
  dropped: readonly Dropped[];
}

async function placeIn(db: Db, pipeline: Pipeline, placing: Placing): Promise<PlacedIn> {
  const { observation, listingId } = placing;
  const at = new Date(observation.observedAt);
  await lock(db, [listingId], []);
  const before = (await keptListings(db, [listingId])).get(listingId);
  if (observation.kind === 'expired' && before === undefined)
    return { outcome: 'unknown listing', dropped: [] };
  const { state, dropped } = await stateAfter(db, pipeline, placing, before?.state);
  const isLate = before !== undefined && at < before.state.lastSeenAt;
  const hash = observation.kind === 'seen' && !isLate ? { payloadHash: payloadHash(observation) } : {};
  await settle(db, pipeline, { feature: featureOf(state), at, listing: { state, ...hash } });
  return { outcome: outcomeOf(observation, before !== undefined, isLate), dropped };
}

function outcomeOf({ kind }: Observation, isKnown: boolean, isLate: boolean): Outcome {
  if (isLate) return 'outdated';
  if (kind === 'expired') return 'expired';
  return isKnown ? 'changed' : 'new';
}

/** The listing as it stands now; a visit that found something is kept as it came. */
async function stateAfter(
  db: Db,
  pipeline: Pipeline,
  { observation, listingId, raw, leftOut = [] }: Placing,
  previous: ListingState | undefined,
): Promise<{ state: ListingState; dropped: readonly Dropped[] }> {
  const observedAt = new Date(observation.observedAt);
  if (observation.kind === 'expired') {
    return { state: afterExpired(previous as ListingState, observedAt), dropped: [] };
  }
  const source = { id: sourceIdOf(observation.source), slug: observation.source };
  const now = pipeline.clock.now();
  const { state, dropped: unused } = await normalise(observation, {
    source,
    previous,
    locate: pipeline.locate,
    now,
  });
  const dropped = [...leftOut, ...unused];
  const payload = raw ?? observation.payload;
  await keepRaw(db, [{ listingId, sourceId: source.id, observedAt, payload, dropped }], now);
  return { state, dropped };
}
