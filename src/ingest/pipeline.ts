import { hash } from 'node:crypto';
import { setImmediate as soon } from 'node:timers/promises';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { listingIdFromUrl } from '../lib/listing-url.ts';
import {
  findVisitedListings,
  type ListingVisit,
  recordVisits,
  type VisitedListing,
} from '../properties/visits.ts';
import { listProtectedSourceIds, sourceIdOf } from '../sources/sources.ts';
import { assignBatch, type IngestOutcome, type ParsedObservation } from './assign-batch.ts';
import { bisectFailures, RefusedItem } from './bisect.ts';
import { addDroppedMembers } from './dropped-members.ts';
import { DroppedCounts, type DroppedField } from './normalise/dropped.ts';
import type { Locate } from './normalise/location.ts';
import { parseListing } from './normalise.ts';
import type { Observation } from './observation.ts';
import { type AcceptedListing, resolveRejected, storeRejected } from './rejected-records.ts';
import {
  aheadReason,
  type BatchRejection,
  buildRefusal,
  buildRejection,
  toRefusedItem,
} from './rejection.ts';
import type { RecordingPipeline } from './resolve-and-record.ts';
import type { Semaphore } from './semaphore.ts';
import { forEachTransactionBatch } from './transaction-batches.ts';

export type { IngestOutcome } from './assign-batch.ts';

export interface Pipeline extends RecordingPipeline {
  db: Database;
  locate: Locate;
  semaphore: Semaphore;
  /** Lets identity learn now and then how large zones have grown: so many listings come, the latest seen at that time. */
  recountZones(at: Date, placed: number): Promise<void>;
}

/** An observation on its way in, with the record it was read from and what of that did not go in. */
export interface IncomingObservation {
  observation: Observation;
  raw?: unknown;
  ignoredFields?: readonly DroppedField[];
}

/** A transaction that lost a race is tried again; three workers on one street settle within a few turns. */
const MAX_RETRIES = 5;

/** Observations that are read as far as can be, and wait for their places. */
export interface ParsedBatch {
  listingIds: ReadonlySet<string>;
  /** Of those that bring nothing new; by their place in the batch. */
  outcomes: IngestOutcome[];
  visits: readonly ListingVisit[];
  observations: readonly (ParsedObservation & { index: number })[];
  /** Records that cannot be taken. */
  rejected: readonly BatchRejection[];
  /** Listings that were found as they are known. */
  revisited: readonly AcceptedListing[];
  /** When the newest of them was seen. */
  latest: Date;
}

/** A batch that is being placed. */
export interface BatchInFlight {
  listingIds: ReadonlySet<string>;
  written: Promise<unknown>;
}

/** What became of an observation; the reason of one that was rejected. */
export type IngestResult = { outcome: IngestOutcome } | { outcome: 'rejected'; reason: string };

/**
 * Observations in, properties out. Visits that bring nothing new, most of a crawler's traffic, cost three statements a batch; the others
 * are placed some together in a transaction. An observation may come twice, late or out of order: a batch is taken in the order of time.
 */
export const ingest = async (
  pipeline: Pipeline,
  incoming: readonly IncomingObservation[],
): Promise<IngestResult['outcome'][]> =>
  (await writeBatch(pipeline, await parseBatch(pipeline, incoming))).map(({ outcome }) => outcome);

/** Visits read at one go: then those who wait for the database are looked after. */
const YIELD_EVERY_OBSERVATIONS = 10;

/** The half of the work that changes nothing: it may be done while the batch before is still being placed. */
export async function parseBatch(
  pipeline: Pipeline,
  incoming: readonly IncomingObservation[],
  before?: BatchInFlight,
): Promise<ParsedBatch> {
  const { db, clock } = pipeline;
  const numbered = incoming
    .map((one, index) => ({ ...one, index, listingId: listingIdFromUrl(one.observation.url) ?? '' }))
    .sort((one, other) => observedMs(one) - observedMs(other));
  const listingIds = new Set(numbered.map(({ listingId }) => listingId));
  // What is known of a listing is told by the visit before.
  if (before !== undefined && !listingIds.isDisjointFrom(before.listingIds)) await before.written;
  const known = await findVisitedListings(db, [...listingIds]);
  const outcomes: ParsedBatch['outcomes'] = [];
  const visits = new Map<string, ListingVisit>();
  const observations: (ParsedObservation & { index: number })[] = [];
  const rejected: BatchRejection[] = [];
  const revisited: AcceptedListing[] = [];
  let hidden: ReadonlySet<string> | undefined;
  for (const one of numbered) {
    const ahead = aheadReason(clock.now(), one.observation);
    if (ahead !== undefined) {
      rejected.push({ ...buildRejection(one, 'INVALID', ahead), index: one.index });
      continue;
    }
    const visited = known.get(one.listingId);
    const payloadHash = one.observation.kind === 'seen' ? hashPayload(one.observation) : undefined;
    if (visited !== undefined && isRevisit(visited, payloadHash)) {
      outcomes[one.index] = recordRevisit(visits, visited, one.observation);
      revisited.push({
        sourceId: sourceIdOf(one.observation.source),
        listingId: one.listingId,
        at: new Date(one.observation.observedAt),
      });
      continue;
    }
    // From here on what was read before is old news.
    known.delete(one.listingId);
    hidden ??= await listProtectedSourceIds(db);
    const arrival = await parseObservation(pipeline, { ...one, hidden }, payloadHash).catch(toRefusedItem);
    if (arrival instanceof RefusedItem)
      rejected.push({ ...buildRejection(one, 'REFUSED', arrival.reason), index: one.index });
    else observations.push({ ...arrival, index: one.index });
    if (observations.length % YIELD_EVERY_OBSERVATIONS === 0) await soon();
  }
  const latest = latestMoment(numbered, clock);
  return {
    listingIds,
    outcomes,
    visits: [...visits.values()],
    observations: observations,
    rejected,
    revisited,
    latest,
  };
}

/** Gives every observation of a batch its place; says what became of each, in the order they came. */
export async function writeBatch(pipeline: Pipeline, batch: ParsedBatch): Promise<IngestResult[]> {
  const { db, clock } = pipeline;
  const { observations } = batch;
  const outcomes = [...batch.outcomes];
  const rejected = [...batch.rejected];
  const taken = [...batch.revisited];
  const dropped = new DroppedCounts();
  if (observations.length > 0) await pipeline.recountZones(batch.latest, observations.length);
  await forEachTransactionBatch(observations, async (together) => {
    const placed = await pipeline.semaphore.run(() =>
      bisectFailures(together, (some) =>
        db.transaction((tx) => assignBatch(tx, pipeline, some), { retries: MAX_RETRIES }),
      ),
    );
    for (const [at, arrival] of together.entries()) {
      const outcome = placed[at];
      if (outcome instanceof RefusedItem) {
        rejected.push(buildRefusal(arrival, outcome.reason));
        continue;
      }
      if (outcome !== undefined) outcomes[arrival.index] = outcome;
      if (outcome !== undefined && ACCEPTED_OUTCOMES.has(outcome))
        taken.push({ ...arrival, at: new Date(arrival.observation.observedAt) });
      dropped.add(arrival.sourceId, arrival.dropped);
    }
  });
  await recordVisits(db, batch.visits);
  await addDroppedMembers(db, dropped.drain(), clock.now());
  await storeRejected(db, rejected, clock.now());
  await resolveRejected(db, taken, clock.now());
  return buildResults(outcomes, rejected);
}

/** Outcomes that show a listing as it is now: what was set aside of it before is resolved. */
const ACCEPTED_OUTCOMES: ReadonlySet<IngestOutcome> = new Set(['new', 'changed', 'unchanged', 'expired']);

function buildResults(
  outcomes: ParsedBatch['outcomes'],
  rejected: readonly BatchRejection[],
): IngestResult[] {
  const all = outcomes.map((outcome): IngestResult => ({ outcome }));
  for (const { index, reason } of rejected) all[index] = { outcome: 'rejected', reason };
  return all;
}

/** A clock that is ahead of ours must not stop the counting. */
const latestMoment = (incoming: readonly IncomingObservation[], clock: Clock): Date =>
  new Date(Math.min(clock.now().getTime(), Math.max(...incoming.map(observedMs))));

const observedMs = ({ observation }: IncomingObservation): number => Date.parse(observation.observedAt);

/** A visit that found a listing gone, which is known to be gone, is no sight of it. */
const isRevisit = (visited: VisitedListing, payloadHash: Buffer | undefined): boolean =>
  payloadHash === undefined
    ? !visited.live
    : visited.live && visited.payloadHash?.equals(payloadHash) === true;

function recordRevisit(
  visits: Map<string, ListingVisit>,
  { listingId, propertyId, lastSeenAt }: VisitedListing,
  { observedAt, kind }: Observation,
): ParsedBatch['outcomes'][number] {
  const at = new Date(observedAt);
  if (at < lastSeenAt) return 'outdated';
  if (kind === 'seen') visits.set(listingId, { propertyId, listingId, at });
  return 'unchanged';
}

/** Equal content has an equal hash whatever the order its members came in: reading puts them in one order, see `read-node.ts`. */
const hashPayload = ({ payload }: Observation): Buffer =>
  hash('sha256', JSON.stringify(payload), 'buffer').subarray(0, 16);

interface ParseInput {
  listingId: string;
  /** Sources that hide all of their listings. */
  hidden: ReadonlySet<string>;
}

/** All that needs no knowledge of the listing is done before a transaction begins. */
async function parseObservation(
  { locate, clock }: Pipeline,
  { observation, listingId, raw, ignoredFields = [], hidden }: IncomingObservation & ParseInput,
  payloadHash: Buffer | undefined,
): Promise<ParsedObservation> {
  const id = sourceIdOf(observation.source);
  const source = { id, slug: observation.source, ...(hidden.has(id) ? { protected: true as const } : {}) };
  const { kind, observedAt, payload } = observation;
  const base = {
    observation: { kind, observedAt },
    listingId,
    url: observation.url,
    sourceId: source.id,
    payload: raw ?? payload,
  };
  if (observation.kind === 'expired') return { ...base, parsed: undefined, dropped: [] };
  const read = await parseListing(observation, { source, locate, now: clock.now(), listingId });
  const hash = payloadHash === undefined ? {} : { payloadHash };
  return { ...base, ...hash, parsed: read, dropped: [...ignoredFields, ...read.dropped] };
}
