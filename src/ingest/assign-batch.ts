import type { Db } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { canonical } from '../lib/canonical.ts';
import { findListingRecords, type ListingRecord } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { lockForRecording } from '../properties/store.ts';
import type { DroppedField } from './normalise/dropped.ts';
import { applyExpiry, applySighting } from './normalise/listing-content.ts';
import type { ParsedListing } from './normalise.ts';
import type { Observation } from './observation.ts';
import { findExpiriesAfter, storeRaw } from './raw.ts';
import { type RecordedListing, type RecordingPipeline, resolveAndRecordAll } from './resolve-and-record.ts';

/** What became of an observation. */
export type IngestOutcome = 'new' | 'changed' | 'unchanged' | 'expired' | 'outdated' | 'unknown listing';

/** An observation that is read as far as it can be without knowing the listing. */
export interface ParsedObservation {
  /** Without its payload, which is read: a batch under way is most of what the collector has to carry along. */
  observation: Pick<Observation, 'kind' | 'observedAt'>;
  listingId: string;
  url: string;
  sourceId: string;
  /** As it came. */
  payload: unknown;
  payloadHash?: Buffer;
  /** Undefined for a visit that found the listing gone. */
  parsed: ParsedListing | undefined;
  /** All that did not go in. */
  dropped: readonly DroppedField[];
}

/** Observations of different listings in the caller's transaction: which property, what changed, all of it or nothing. */
export async function assignBatch(
  db: Db,
  pipeline: RecordingPipeline,
  observations: readonly ParsedObservation[],
): Promise<IngestOutcome[]> {
  const ids = observations.map(({ listingId }) => listingId);
  await lockForRecording(db, ids, []);
  const kept = await findListingRecords(db, ids);
  // That a listing was gone is kept until the visit that saw it comes: it may still be on its way.
  const toStore = observations.filter(
    ({ parsed, listingId }) => parsed !== undefined || !kept.has(listingId),
  );
  await storeRaw(db, toStore.map(toRawObservation), pipeline.clock.now());
  const unseen = observations.filter(({ parsed, listingId }) => parsed !== undefined && !kept.has(listingId));
  const gone = await findExpiriesAfter(db, unseen.map(toRawObservation));
  const applied = observations.map((arrival) =>
    applyObservation(arrival, kept.get(arrival.listingId), gone.get(arrival.listingId)),
  );
  const recordings = applied.flatMap((one) => one.recorded ?? []);
  if (recordings.length > 0) await resolveAndRecordAll(db, pipeline, recordings);
  return applied.map(({ outcome }) => outcome);
}

const toRawObservation = ({ listingId, sourceId, observation, payload, dropped }: ParsedObservation) => ({
  listingId,
  sourceId,
  observedAt: new Date(observation.observedAt),
  payload,
  dropped,
});

interface AppliedObservation {
  outcome: IngestOutcome;
  recorded?: RecordedListing;
}

function applyObservation(
  { observation, parsed, payloadHash }: ParsedObservation,
  before: ListingRecord | undefined,
  gone: Date | undefined,
): AppliedObservation {
  const at = new Date(observation.observedAt);
  const found = stateAfter(before?.state, parsed, at);
  const state = found === undefined || gone === undefined ? found : applyExpiry(found, gone);
  if (state === undefined) return { outcome: 'unknown listing' };
  const isLate = before !== undefined && at < before.state.lastSeenAt;
  if (before !== undefined && isUnchanged(before.state, state)) return { outcome: 'outdated' };
  const hash = payloadHash === undefined || isLate ? {} : { payloadHash };
  const moment = before === undefined ? at : latestMoment(at, before.state);
  return {
    outcome: classifyOutcome(observation, before !== undefined, isLate),
    recorded: { feature: buildFeature(state), at: moment, listing: { state, ...hash } },
  };
}

function stateAfter(
  previous: ListingState | undefined,
  read: ParsedListing | undefined,
  at: Date,
): ListingState | undefined {
  if (read !== undefined) return applySighting(previous, read.content, at);
  return previous === undefined ? undefined : applyExpiry(previous, at);
}

/** A late visit decides with what is known today: with the day it was made, what has held together since would come apart. */
const latestMoment = (at: Date, { lastSeenAt, expiredAt }: ListingState): Date =>
  new Date(Math.max(at.getTime(), lastSeenAt.getTime(), expiredAt?.getTime() ?? 0));

/** A file that is fed again after a crash brings most visits a second time. */
const isUnchanged = (before: ListingState, after: ListingState): boolean =>
  before === after ||
  (after.lastSeenAt.getTime() === before.lastSeenAt.getTime() &&
    canonical(JSON.parse(JSON.stringify(before))) === canonical(JSON.parse(JSON.stringify(after))));

function classifyOutcome(
  { kind }: ParsedObservation['observation'],
  isKnown: boolean,
  isLate: boolean,
): IngestOutcome {
  if (isLate) return 'outdated';
  if (kind === 'expired') return 'expired';
  return isKnown ? 'changed' : 'new';
}
