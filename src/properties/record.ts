import type { Db } from '../db/sql.ts';
import { loadMarket } from '../market/market.ts';
import { applyRecording, type RecordingContext, type RecordingResult } from './apply-recording.ts';
import type { RecordedState, Recording } from './grouping.ts';
import { lockAndRead } from './lock-and-read.ts';
import { toOffer } from './price-verdicts.ts';
import { recognizeAdvertisers } from './publishers/publishers.ts';
import type { RevisionKind } from './revise.ts';
import { WriteBatch } from './write-batch.ts';

export type { ListingAssignment, ListingMove, Recording } from './grouping.ts';

/** The effect of a recording on one property. */
export interface RecordedRevisionSummary {
  propertyId: string;
  revisionId: string;
  kinds: RevisionKind[];
  /** The survivor, when the property was merged. */
  mergedInto?: string;
}

/**
 * Records listings and their properties, with everything that follows: verdicts, advertisers, the consolidated
 * properties, their changes and the market. `db` is the caller's transaction, so that it is atomic. Recording the
 * same again changes nothing.
 */
export const record = (db: Db, recording: Recording, now: Date): Promise<RecordedRevisionSummary[]> =>
  recordInOrder(db, [recording], now);

/** Applies several recordings in order, each on the result of those before; read and written together. */
export async function recordInOrder(
  db: Db,
  recordings: readonly Recording[],
  now: Date,
): Promise<RecordedRevisionSummary[]> {
  if (recordings.length === 0) return [];
  const known = await lockAndRead(db, recordings);
  const context = await loadContext(db, { recordings, known, now });
  const batch = new WriteBatch(known);
  const recorded = recordings.flatMap((recording) => {
    const result = applyRecording(recording, batch.selectAffected(recording), context);
    batch.add(result);
    return summarizeChanges(result);
  });
  await batch.write(db, now);
  return recorded;
}

/** All advertisers at once and in one order, so that two recordings with the same new agencies do not deadlock. */
async function loadContext(
  db: Db,
  { recordings, known, now }: { recordings: readonly Recording[]; known: RecordedState; now: Date },
): Promise<RecordingContext> {
  const assignments = recordings.flatMap(({ listings = [] }) => listings);
  const observed = assignments.filter(({ correction }) => correction === undefined).map(({ state }) => state);
  const advertisers = await recognizeAdvertisers(db, observed, now);
  const states = [...assignments, ...known.listings.values()];
  const market = await loadMarket(
    db,
    states.map(({ state }) => toOffer({ propertyId: '', state })),
  );
  return { advertisers, market, now };
}

const summarizeChanges = ({ revisions, merged }: RecordingResult): RecordedRevisionSummary[] => [
  ...revisions.map(({ result, revisionId, kinds }) => ({ propertyId: result.id, revisionId, kinds })),
  ...merged.map(({ propertyId, revisionId, into }) => ({
    propertyId,
    revisionId,
    kinds: ['REGROUPED' as const],
    mergedInto: into,
  })),
];
