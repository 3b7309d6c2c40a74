import type { Db } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { canonical } from '../lib/canonical.ts';
import { findListingRecords, type ListingRecord } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { lockForRecording } from '../properties/store.ts';
import { applyExpiry, applySighting } from './normalise/apply-sighting.ts';
import type { Observation } from './observation.ts';
import type { ParsedListing } from './parse-listing.ts';
import type { IgnoredField } from './parse-notes.ts';
import { findExpiriesAfter, storeRaw } from './raw.ts';
import { findRemovedListings } from './removed-listings.ts';
import { type ListingUpdate, type RecordingPipeline, resolveAndRecordAll } from './resolve-and-record.ts';

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
  await storeRaw(db, toStore.map(toRawObservation), pipeline.clock.now());
  const added = observations.filter(
    ({ listing, listingId }) => listing !== undefined && !stored.has(listingId),
  );
  const expiries = await findExpiriesAfter(db, added.map(toRawObservation));
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
