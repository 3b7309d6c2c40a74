import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import type { Claims } from '../properties/listing-state.ts';
import { raiseMovesSeenAgain } from '../properties/raise-held-moves.ts';
import {
  findVisitedListings,
  type ListingVisit,
  recordVisits,
  type VisitedListing,
} from '../properties/visits.ts';
import { listProtectedSourceIds, sourceIdOf } from '../sources/sources.ts';
import { inChildSpan } from '../tracing/span.ts';
import {
  assignBatch,
  findRemovedListings,
  type IngestOutcome,
  type ParsedObservation,
  REMOVED_REASON,
  type RecordingPipeline,
} from './assign-batch.ts';
import { addDroppedMembers, DroppedCounts } from './dropped-members.ts';
import type { Locate } from './normalise/location.ts';
import type { IncomingObservation, Observation } from './observation.ts';
import { parseListing } from './parse-listing.ts';
import { hashPayload } from './payload-hash.ts';
import { type AcceptedListing, resolveRejected, storeRejected } from './rejected-records.ts';
import {
  aheadReason,
  type BatchRejection,
  bisectFailures,
  buildRefusal,
  buildRejection,
  forEachTransactionBatch,
  RefusedItem,
  type Semaphore,
  toRefusedItem,
} from './transaction-batches.ts';

export type { IngestOutcome } from './assign-batch.ts';

/*
 * The types of a listing on its way from a feed to a revision of its property, and the function that makes each:
 *
 *  1. FeedRecord           FeedFormat.read      formats/format.ts: a record of a feed in the source's values
 *  2. Observation          validateObservation  observation.ts: the same in our vocabulary
 *  3. IncomingObservation  readFeed             feed.ts: with its raw record, line and ignored fields
 *  4. ParsedListing        parseListing         parse-listing.ts: cleaned, located, completed from its text
 *  5. ParsedObservation    parseBatch           pipeline.ts: the entry of a batch that holds it
 *  6. ListingState         applySighting        normalise/apply-sighting.ts: after all observations of the listing
 *  7. ListingUpdate        assignBatch          assign-batch.ts: the state with the feature that identity compares
 *  8. Assignment           resolveAll           ../identity/resolve.ts: the property that the listing belongs to
 *  9. Recording            resolveAndRecordAll  resolve-and-record.ts: the listing with its property, and moves
 * 10. PropertyRevision     recordInOrder        ../properties/record.ts: the consolidated property with its changes
 */

export interface Pipeline extends RecordingPipeline {
  db: Database;
  locate: Locate;
  semaphore: Semaphore;
  /** Refreshes the zone sizes that identity uses, from time to time. `at` is the newest observation of the batch. */
  recountZones(at: Date, listings: number): Promise<void>;
  /** Present with several regions: `db` is the account plane then, and each region has a pipeline of its own. */
  readonly regions?: RegionPipelines | undefined;
}

/** The pipelines of a service with several regions, one for each. */
export interface RegionPipelines {
  readonly all: readonly { readonly name: string; readonly pipeline: Pipeline }[];
  /** Those of this process. */
  readonly served: readonly Pipeline[];
  findVisited(listingIds: readonly string[]): Promise<Map<string, VisitedListing>>;
  /** The pipeline of each listing that is known. */
  findPipelines(listingIds: readonly string[]): Promise<Map<string, Pipeline>>;
  /** Enters the properties of listings that were assigned outside of a batch. */
  register(pipeline: Pipeline, listingIds: readonly string[]): Promise<void>;
  /** Lets searches of a place ask the region of a pipeline, which has or gets a listing there. */
  enterPlace(pipeline: Pipeline, location: Claims['location']): Promise<void>;
  /** Writes each part of a batch in its region. */
  write(batch: ParsedBatch): Promise<IngestResult[]>;
}

/** A transaction that fails to serialize is retried. Three workers on one street succeed within a few retries. */
const MAX_RETRIES = 5;

/** A batch after all parsing, ready to be written. */
export interface ParsedBatch {
  listingIds: ReadonlySet<string>;
  /** Of observations that change nothing, by their position in the batch. */
  outcomes: IngestOutcome[];
  visits: readonly ListingVisit[];
  observations: readonly ParsedObservation[];
  rejected: readonly BatchRejection[];
  /** Listings that were observed unchanged. */
  revisited: readonly AcceptedListing[];
  /** The time of the newest observation. */
  latest: Date;
}

/** A batch that is being written. */
export interface BatchInFlight {
  listingIds: ReadonlySet<string>;
  written: Promise<unknown>;
}

export type IngestResult = { outcome: IngestOutcome } | { outcome: 'rejected'; reason: string };

/**
 * Ingests observations. Those that change nothing, most of a crawler's traffic, cost three statements a batch; the
 * others are written in transactions of many. An observation may arrive twice, late or out of order: a batch is
 * applied in order of time.
 */
export const ingest = async (
  pipeline: Pipeline,
  incoming: readonly IncomingObservation[],
): Promise<IngestResult['outcome'][]> =>
  (await writeBatch(pipeline, await parseBatch(pipeline, incoming))).map(({ outcome }) => outcome);

/** Observations parsed between two yields to the event loop. */
const YIELD_EVERY_OBSERVATIONS = 10;

/** The half of the work without effect: it may run while the previous batch is being written. */
export async function parseBatch(
  pipeline: Pipeline,
  incoming: readonly IncomingObservation[],
  previous?: BatchInFlight,
): Promise<ParsedBatch> {
  const { db, clock } = pipeline;
  const numbered = incoming
    .map((one, index) => ({ ...one, index, listingId: listingIdFromUrl(one.observation.url) ?? '' }))
    .sort(byTime);
  const listingIds = new Set(numbered.map(({ listingId }) => listingId));
  // The stored state of a listing includes what the previous batch writes.
  if (previous !== undefined && !listingIds.isDisjointFrom(previous.listingIds)) await previous.written;
  const known =
    (await pipeline.regions?.findVisited([...listingIds])) ??
    (await findVisitedListings(db, [...listingIds]));
  const removed = await findRemovedListings(db, [...listingIds]);
  const outcomes: ParsedBatch['outcomes'] = [];
  const visits = new Map<string, ListingVisit>();
  const observations: ParsedObservation[] = [];
  const rejected: BatchRejection[] = [];
  const revisited: AcceptedListing[] = [];
  let protectedIds: ReadonlySet<string> | undefined;
  for (const one of numbered) {
    const ahead = aheadReason(clock.now(), one.observation);
    if (ahead !== undefined) {
      rejected.push({ ...buildRejection(one, 'INVALID', ahead), index: one.index });
      continue;
    }
    if (removed.has(one.listingId)) {
      rejected.push({ ...buildRejection(one, 'REFUSED', REMOVED_REASON), index: one.index });
      continue;
    }
    const visited = known.get(one.listingId);
    const payloadHash = one.payloadHash ?? computeHash(one.observation);
    if (visited !== undefined && isRevisit(visited, payloadHash)) {
      outcomes[one.index] = recordRevisit(visits, visited, one.observation);
      revisited.push({
        sourceId: sourceIdOf(one.observation.source),
        listingId: one.listingId,
        at: new Date(one.observation.observedAt),
      });
      continue;
    }
    // Later observations of this listing must not be compared with the stored hash.
    known.delete(one.listingId);
    protectedIds ??= await listProtectedSourceIds(db);
    const parsed = await parseObservation(pipeline, one, { protectedIds, payloadHash }).catch(toRefusedItem);
    if (parsed instanceof RefusedItem)
      rejected.push({ ...buildRejection(one, 'REFUSED', parsed.reason), index: one.index });
    else observations.push(parsed);
    if (observations.length % YIELD_EVERY_OBSERVATIONS === 0) await yieldToEventLoop();
  }
  return {
    listingIds,
    outcomes,
    visits: [...visits.values()],
    observations,
    rejected,
    revisited,
    latest: latestMoment(numbered, clock),
  };
}

/** Writes a parsed batch. The results are in the order of the incoming observations. */
export async function writeBatch(pipeline: Pipeline, batch: ParsedBatch): Promise<IngestResult[]> {
  if (pipeline.regions !== undefined) return pipeline.regions.write(batch);
  const { db, clock } = pipeline;
  const { observations } = batch;
  const outcomes = [...batch.outcomes];
  const rejected = [...batch.rejected];
  const accepted = [...batch.revisited];
  const dropped = new DroppedCounts();
  if (observations.length > 0) await pipeline.recountZones(batch.latest, observations.length);
  await forEachTransactionBatch(observations, async (together) => {
    const assigned = await pipeline.semaphore.run(() =>
      inChildSpan('record listings', { 'gable.observations': together.length }, () =>
        bisectFailures(together, (some) =>
          db.transaction((tx) => assignBatch(tx, pipeline, some), { retries: MAX_RETRIES }),
        ),
      ),
    );
    for (const [at, observation] of together.entries()) {
      const outcome = assigned[at];
      if (outcome instanceof RefusedItem) {
        rejected.push(buildRefusal(observation, outcome.reason));
        continue;
      }
      if (outcome !== undefined) outcomes[observation.index] = outcome;
      if (outcome !== undefined && ACCEPTED_OUTCOMES.has(outcome))
        accepted.push({ ...observation, at: new Date(observation.observedAt) });
      dropped.add(observation.sourceId, observation.ignoredFields);
    }
  });
  if (batch.visits.length > 0) {
    await recordVisits(db, batch.visits);
    await raiseMovesSeenAgain(db, clock.now(), batch.visits);
  }
  await addDroppedMembers(db, dropped.drain(), clock.now());
  await storeRejected(db, rejected, clock.now());
  await resolveRejected(db, accepted, clock.now());
  return buildResults(outcomes, rejected);
}

/** Outcomes that show the current state of a listing: its earlier rejected records are resolved. */
const ACCEPTED_OUTCOMES: ReadonlySet<IngestOutcome> = new Set(['new', 'changed', 'unchanged', 'expired']);

function buildResults(
  outcomes: ParsedBatch['outcomes'],
  rejected: readonly BatchRejection[],
): IngestResult[] {
  const all = outcomes.map((outcome): IngestResult => ({ outcome }));
  for (const { index, reason } of rejected) all[index] = { outcome: 'rejected', reason };
  return all;
}

/** Of observations in order of time. Capped at our clock: a source whose clock is ahead must not stop the recount of zones. */
const latestMoment = (incoming: readonly IncomingObservation[], clock: Clock): Date =>
  new Date(Math.min(clock.now().getTime(), Date.parse(incoming.at(-1)?.observation.observedAt ?? '')));

/** The order of the texts is that of the moments. */
function byTime(
  { observation: { observedAt: one } }: IncomingObservation,
  { observation: { observedAt: other } }: IncomingObservation,
): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Whether an observation repeats the stored state: the same payload, or an expiry of an expired listing. */
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

const computeHash = ({ kind, payload }: Observation): Buffer | undefined =>
  kind === 'seen' ? hashPayload(payload) : undefined;

/** Does all work that needs no stored state, before a transaction begins. */
async function parseObservation(
  { locate, clock }: Pipeline,
  one: IncomingObservation & { listingId: string; index: number },
  { protectedIds, payloadHash }: { protectedIds: ReadonlySet<string>; payloadHash: Buffer | undefined },
): Promise<ParsedObservation> {
  const { observation, listingId, index, raw, ignoredFields = [] } = one;
  const { kind, observedAt, url } = observation;
  const sourceId = sourceIdOf(observation.source);
  const base = { kind, observedAt, index, listingId, url, sourceId, payload: raw ?? observation.payload };
  if (observation.kind === 'expired') return { ...base, listing: undefined, ignoredFields: [] };
  const source = {
    id: sourceId,
    slug: observation.source,
    ...(protectedIds.has(sourceId) ? { protected: true as const } : {}),
  };
  const parsed = await parseListing(observation, { source, locate, now: clock.now(), listingId });
  return {
    ...base,
    ...(payloadHash === undefined ? {} : { payloadHash }),
    listing: parsed.listing,
    ignoredFields: [...ignoredFields, ...parsed.ignoredFields],
  };
}
