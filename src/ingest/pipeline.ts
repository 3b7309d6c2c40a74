import { hash } from 'node:crypto';
import { setImmediate as soon } from 'node:timers/promises';
import type { Database, Db } from '../db/sql.ts';
import type { Identity } from '../identity/resolve.ts';
import type { Clock } from '../lib/clock.ts';
import { listingIdOf } from '../lib/listing-url.ts';
import { noteVisits, type Visit, type VisitedListing, visitedListings } from '../properties/visits.ts';
import { protectedSources, sourceIdOf } from '../sources/sources.ts';
import { inTurns } from './arrivals.ts';
import { addDroppedMembers } from './dropped-members.ts';
import { doHalving, Refused } from './halving.ts';
import type { Lanes } from './lanes.ts';
import { type Dropped, DroppedCounts } from './normalise/dropped.ts';
import type { Locate } from './normalise/location.ts';
import { readVisit } from './normalise.ts';
import type { Observation } from './observation.ts';
import { type Arrival, type Outcome, placeTogether } from './place.ts';
import { keepRejected, resolveRejected, type Taken } from './rejected-records.ts';
import { aheadOf, type Rejected, refused, refusedArrival, rejection } from './rejection.ts';

export type { Outcome } from './place.ts';

export interface Pipeline {
  db: Database;
  clock: Clock;
  locate: Locate;
  lanes: Lanes;
  /** Identity over a transaction. */
  identityOver(db: Db): Identity;
  /** Lets identity learn now and then how large zones have grown: so many listings come, the latest seen at that time. */
  recount(at: Date, placed: number): Promise<void>;
}

/** An observation on its way in, with the record it was read from and what of that did not go in. */
export interface Incoming {
  observation: Observation;
  raw?: unknown;
  leftOut?: readonly Dropped[];
}

/** A transaction that lost a race is tried again; three workers on one street settle within a few turns. */
const RETRIES = 5;

/** Observations that are read as far as can be, and wait for their places. */
export interface ReadBatch {
  listingIds: ReadonlySet<string>;
  /** Of those that bring nothing new; by their place in the batch. */
  outcomes: Outcome[];
  visits: readonly Visit[];
  arrivals: readonly (Arrival & { index: number })[];
  /** Records that cannot be taken. */
  rejected: readonly Rejected[];
  /** Listings that were found as they are known. */
  revisited: readonly Taken[];
  /** When the newest of them was seen. */
  latest: Date;
}

/** A batch that is being placed. */
export interface UnderWay {
  listingIds: ReadonlySet<string>;
  placed: Promise<unknown>;
}

/** What became of an observation; the reason of one that was rejected. */
export type Placement = { outcome: Outcome } | { outcome: 'rejected'; reason: string };

/**
 * Observations in, properties out. Visits that bring nothing new, most of a crawler's traffic, cost three statements a batch; the others
 * are placed some together in a transaction. An observation may come twice, late or out of order: a batch is taken in the order of time.
 */
export const ingest = async (
  pipeline: Pipeline,
  incoming: readonly Incoming[],
): Promise<Placement['outcome'][]> =>
  (await placeBatch(pipeline, await readBatch(pipeline, incoming))).map(({ outcome }) => outcome);

/** Visits read at one go: then those who wait for the database are looked after. */
const AT_ONE_GO = 10;

/** The half of the work that changes nothing: it may be done while the batch before is still being placed. */
export async function readBatch(
  pipeline: Pipeline,
  incoming: readonly Incoming[],
  before?: UnderWay,
): Promise<ReadBatch> {
  const { db, clock } = pipeline;
  const numbered = incoming
    .map((one, index) => ({ ...one, index, listingId: listingIdOf(one.observation.url) ?? '' }))
    .sort((one, other) => momentOf(one) - momentOf(other));
  const listingIds = new Set(numbered.map(({ listingId }) => listingId));
  // What is known of a listing is told by the visit before.
  if (before !== undefined && !listingIds.isDisjointFrom(before.listingIds)) await before.placed;
  const known = await visitedListings(db, [...listingIds]);
  const outcomes: ReadBatch['outcomes'] = [];
  const visits = new Map<string, Visit>();
  const arrivals: (Arrival & { index: number })[] = [];
  const rejected: Rejected[] = [];
  const revisited: Taken[] = [];
  let hidden: ReadonlySet<string> | undefined;
  for (const one of numbered) {
    const ahead = aheadOf(clock.now(), one.observation);
    if (ahead !== undefined) {
      rejected.push({ ...rejection(one, 'INVALID', ahead), index: one.index });
      continue;
    }
    const visited = known.get(one.listingId);
    const payloadHash = one.observation.kind === 'seen' ? payloadHashOf(one.observation) : undefined;
    if (visited !== undefined && isRevisit(visited, payloadHash)) {
      outcomes[one.index] = noteVisit(visits, visited, one.observation);
      revisited.push({
        sourceId: sourceIdOf(one.observation.source),
        listingId: one.listingId,
        at: new Date(one.observation.observedAt),
      });
      continue;
    }
    // From here on what was read before is old news.
    known.delete(one.listingId);
    hidden ??= await protectedSources(db);
    const arrival = await arrivalOf(pipeline, { ...one, hidden }, payloadHash).catch(refused);
    if (arrival instanceof Refused)
      rejected.push({ ...rejection(one, 'REFUSED', arrival.reason), index: one.index });
    else arrivals.push({ ...arrival, index: one.index });
    if (arrivals.length % AT_ONE_GO === 0) await soon();
  }
  const latest = latestOf(numbered, clock);
  return { listingIds, outcomes, visits: [...visits.values()], arrivals, rejected, revisited, latest };
}

/** Gives every observation of a batch its place; says what became of each, in the order they came. */
export async function placeBatch(pipeline: Pipeline, batch: ReadBatch): Promise<Placement[]> {
  const { db, clock } = pipeline;
  const { arrivals } = batch;
  const outcomes = [...batch.outcomes];
  const rejected = [...batch.rejected];
  const taken = [...batch.revisited];
  const dropped = new DroppedCounts();
  if (arrivals.length > 0) await pipeline.recount(batch.latest, arrivals.length);
  await inTurns(arrivals, async (together) => {
    const placed = await pipeline.lanes.take(() =>
      doHalving(together, (some) =>
        db.transaction((tx) => placeTogether(tx, pipeline, some), { retries: RETRIES }),
      ),
    );
    for (const [at, arrival] of together.entries()) {
      const outcome = placed[at];
      if (outcome instanceof Refused) {
        rejected.push(refusedArrival(arrival, outcome.reason));
        continue;
      }
      if (outcome !== undefined) outcomes[arrival.index] = outcome;
      if (outcome !== undefined && TAKEN.has(outcome))
        taken.push({ ...arrival, at: new Date(arrival.observation.observedAt) });
      dropped.add(arrival.sourceId, arrival.dropped);
    }
  });
  await noteVisits(db, batch.visits);
  await addDroppedMembers(db, dropped.take(), clock.now());
  await keepRejected(db, rejected, clock.now());
  await resolveRejected(db, taken, clock.now());
  return placements(outcomes, rejected);
}

/** Outcomes that show a listing as it is now: what was set aside of it before is resolved. */
const TAKEN: ReadonlySet<Outcome> = new Set(['new', 'changed', 'unchanged', 'expired']);

function placements(outcomes: ReadBatch['outcomes'], rejected: readonly Rejected[]): Placement[] {
  const all = outcomes.map((outcome): Placement => ({ outcome }));
  for (const { index, reason } of rejected) all[index] = { outcome: 'rejected', reason };
  return all;
}

/** A clock that is ahead of ours must not stop the counting. */
const latestOf = (incoming: readonly Incoming[], clock: Clock): Date =>
  new Date(Math.min(clock.now().getTime(), Math.max(...incoming.map(momentOf))));

const momentOf = ({ observation }: Incoming): number => Date.parse(observation.observedAt);

/** A visit that found a listing gone, which is known to be gone, is no sight of it. */
const isRevisit = (visited: VisitedListing, payloadHash: Buffer | undefined): boolean =>
  payloadHash === undefined
    ? !visited.live
    : visited.live && visited.payloadHash?.equals(payloadHash) === true;

function noteVisit(
  visits: Map<string, Visit>,
  { listingId, propertyId, lastSeenAt }: VisitedListing,
  { observedAt, kind }: Observation,
): ReadBatch['outcomes'][number] {
  const at = new Date(observedAt);
  if (at < lastSeenAt) return 'outdated';
  if (kind === 'seen') visits.set(listingId, { propertyId, listingId, at });
  return 'unchanged';
}

/** Equal content has an equal hash whatever the order its members came in: reading puts them in one order, see `read-node.ts`. */
const payloadHashOf = ({ payload }: Observation): Buffer =>
  hash('sha256', JSON.stringify(payload), 'buffer').subarray(0, 16);

interface Placing {
  listingId: string;
  /** Sources that hide all of their listings. */
  hidden: ReadonlySet<string>;
}

/** All that needs no knowledge of the listing is done before a transaction begins. */
async function arrivalOf(
  { locate, clock }: Pipeline,
  { observation, listingId, raw, leftOut = [], hidden }: Incoming & Placing,
  payloadHash: Buffer | undefined,
): Promise<Arrival> {
  const id = sourceIdOf(observation.source);
  const source = { id, slug: observation.source, ...(hidden.has(id) ? { protected: true as const } : {}) };
  const { kind, observedAt, payload } = observation;
  const arrival = {
    observation: { kind, observedAt },
    listingId,
    url: observation.url,
    sourceId: source.id,
    payload: raw ?? payload,
  };
  if (observation.kind === 'expired') return { ...arrival, read: undefined, dropped: [] };
  const read = await readVisit(observation, { source, locate, now: clock.now(), listingId });
  const hash = payloadHash === undefined ? {} : { payloadHash };
  return { ...arrival, ...hash, read, dropped: [...leftOut, ...read.dropped] };
}
