import { type Db, sql } from '../db/sql.ts';
import type { Assignment } from '../identity/decide.ts';
import { buildFeature } from '../identity/feature.ts';
import { type AssignmentInput, type Identity, resolveAll } from '../identity/resolve.ts';
import { canonical } from '../lib/canonical.ts';
import type { Clock } from '../lib/clock.ts';
import type { ListingAssignment, Recording } from '../properties/grouping.ts';
import { findListingRecords, type ListingRecord } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { recordInOrder } from '../properties/record.ts';
import { lockForRecording } from '../properties/store.ts';
import { applyExpiry, applySighting } from './normalise/apply-sighting.ts';
import type { Observation } from './observation.ts';
import type { ParsedListing } from './parse-listing.ts';
import type { IgnoredField } from './parse-notes.ts';
import { findExpiriesAfter, loadRawRows, storeRaw } from './raw.ts';

/** The effect of an observation. */
export type IngestOutcome = 'new' | 'changed' | 'unchanged' | 'expired' | 'outdated' | 'unknown listing';

/** An observation after all parsing that needs no stored state. */
export interface ParsedObservation extends Pick<Observation, 'kind' | 'observedAt' | 'url'> {
  /** Its position in the batch. */
  index: number;
  listingId: string;
  sourceId: string;
  /** As received. The parsed payload is left out: batches in memory are most of what garbage collection copies. */
  payload: unknown;
  payloadHash?: Buffer;
  /** Undefined for an observation of kind `expired`. */
  listing: ParsedListing | undefined;
  ignoredFields: readonly IgnoredField[];
}

/** Applies observations of different listings in the caller's transaction, all of them or none. */
export async function assignBatch(
  db: Db,
  pipeline: RecordingPipeline,
  observations: readonly ParsedObservation[],
): Promise<IngestOutcome[]> {
  const ids = observations.map(({ listingId }) => listingId);
  await lockForRecording(db, ids, []);
  // Under the locks: a listing removed while this batch was parsed stays removed.
  const removed = await findRemovedListings(db, ids);
  if (removed.size > 0) {
    const rest = observations.filter(({ listingId }) => !removed.has(listingId));
    const outcomes = rest.length === 0 ? [] : await assignBatch(db, pipeline, rest);
    return observations.map(({ listingId }) =>
      removed.has(listingId) ? 'outdated' : (outcomes.shift() ?? 'outdated'),
    );
  }
  const stored = await findListingRecords(db, ids);
  // An expiry of an unknown listing is stored too: the observation that saw the listing may arrive later.
  const toStore = observations.filter(
    ({ listing, listingId }) => listing !== undefined || !stored.has(listingId),
  );
  const raw = await loadRawRows(
    db,
    toStore.map(({ listingId }) => listingId),
  );
  await storeRaw(db, raw, toStore.map(toRawObservation), pipeline.clock.now());
  const added = observations.filter(
    ({ listing, listingId }) => listing !== undefined && !stored.has(listingId),
  );
  const expiries = await findExpiriesAfter(db, raw, added.map(toRawObservation));
  const applied = observations.map((observation) =>
    applyObservation(observation, stored.get(observation.listingId), expiries.get(observation.listingId)),
  );
  const updates = applied.flatMap(({ update }) => update ?? []);
  if (updates.length > 0) await resolveAndRecordAll(db, pipeline, updates);
  return applied.map(({ outcome }) => outcome);
}

const toRawObservation = ({
  listingId,
  sourceId,
  observedAt,
  payload,
  ignoredFields,
}: ParsedObservation) => ({
  listingId,
  sourceId,
  observedAt: new Date(observedAt),
  payload,
  dropped: ignoredFields,
});

/** The next state of a listing. `expiredAt` is an expiry that arrived before the first sighting. */
function applyObservation(
  { kind, observedAt, listing, payloadHash }: ParsedObservation,
  before: ListingRecord | undefined,
  expiredAt: Date | undefined,
): { outcome: IngestOutcome; update?: ListingUpdate } {
  const at = new Date(observedAt);
  const seen = stateAfter(before?.state, listing, at);
  const state = seen === undefined || expiredAt === undefined ? seen : applyExpiry(seen, expiredAt);
  if (state === undefined) return { outcome: 'unknown listing' };
  const isLate = before !== undefined && at < before.state.lastSeenAt;
  if (before !== undefined && isUnchanged(before.state, state)) return { outcome: 'outdated' };
  const hash = payloadHash === undefined || isLate ? {} : { payloadHash };
  const decidedAt = before === undefined ? at : latestMoment(at, before.state);
  return {
    outcome: classifyOutcome(kind, before !== undefined, isLate),
    update: { feature: buildFeature(state), at: decidedAt, listing: { state, ...hash } },
  };
}

function stateAfter(
  previous: ListingState | undefined,
  listing: ParsedListing | undefined,
  at: Date,
): ListingState | undefined {
  if (listing !== undefined) return applySighting(previous, listing, at);
  return previous === undefined ? undefined : applyExpiry(previous, at);
}

/** A late observation is assigned as of the newest one: with its own date, groups formed since would split. */
const latestMoment = (at: Date, { lastSeenAt, expiredAt }: ListingState): Date =>
  new Date(Math.max(at.getTime(), lastSeenAt.getTime(), expiredAt?.getTime() ?? 0));

/** A file that is ingested again after a crash repeats most observations. */
const isUnchanged = (before: ListingState, after: ListingState): boolean =>
  before === after ||
  (after.lastSeenAt.getTime() === before.lastSeenAt.getTime() &&
    canonical(JSON.parse(JSON.stringify(before))) === canonical(JSON.parse(JSON.stringify(after))));

function classifyOutcome(kind: Observation['kind'], isKnown: boolean, isLate: boolean): IngestOutcome {
  if (isLate) return 'outdated';
  if (kind === 'expired') return 'expired';
  return isKnown ? 'changed' : 'new';
}

export const REMOVED_REASON = 'this listing was removed, and is not imported again';

/** Those of these listings whose URL is never imported again. */
export const findRemovedListings = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(
        sql`select listing_id as id from removed_listing where listing_id = any (${ids}::uuid[])`,
      )
    ).map(({ id }) => id),
  );

/** The part of the pipeline that assigning and recording needs. */
export interface RecordingPipeline {
  clock: Clock;
  /** Identity over a transaction. */
  openIdentity(db: Db): Identity;
}

/** A listing to assign to a property. `at` is the time of the observation, or now when nothing was observed. */
interface ListingUpdate extends AssignmentInput {
  /** The new state of the listing; undefined when only its assignment is decided again. */
  listing?: Omit<ListingAssignment, 'propertyId'>;
}

/** Assigns one listing and records the result in the caller's transaction. */
export async function resolveAndRecord(
  db: Db,
  pipeline: RecordingPipeline,
  update: ListingUpdate,
): Promise<void> {
  await resolveAndRecordAll(db, pipeline, [update]);
}

/** Assigns and records several listings in their order. Each listing may occur once. */
export async function resolveAndRecordAll(
  db: Db,
  pipeline: RecordingPipeline,
  updates: readonly ListingUpdate[],
): Promise<Assignment[]> {
  const assignments = await resolveAll(pipeline.openIdentity(db), updates);
  const recordings = buildRecordings(updates, assignments);
  await recordInOrder(db, recordings, pipeline.clock.now());
  return assignments;
}

/** One recording per update: every observation makes a revision, also within a batch. */
const buildRecordings = (
  updates: readonly ListingUpdate[],
  assignments: readonly Assignment[],
): Recording[] =>
  updates.flatMap(({ feature, listing }, index) => {
    const assignment = assignments[index];
    if (assignment === undefined) return [];
    const { propertyId } = assignment;
    const moves = assignment.moves
      .filter(({ listingId }) => listing === undefined || listingId !== feature.listingId)
      .map(({ listingId, to }) => ({ listingId, propertyId: to }));
    if (listing === undefined) return moves.length === 0 ? [] : [{ moves }];
    return [{ listings: [{ ...listing, propertyId }], moves }];
  });
