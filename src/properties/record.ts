import type { Db } from '../db/sql.ts';
import { loadMarket } from '../market/market.ts';
import { applyRecording, type RecordingContext, type RecordingResult } from './apply-recording.ts';
import type { RecordedState, Recording } from './grouping.ts';
import { lockAndRead } from './lock-and-read.ts';
import { toOffer } from './price-verdicts.ts';
import { recognizeAdvertisers } from './publishers/publishers.ts';
import type { RevisionKind } from './revise.ts';
import { WriteBatch } from './write-batch.ts';

export type { ListingAssignment, ListingReassignment, Recording } from './grouping.ts';

/** What recording did to one property. */
export interface RecordedRevisionSummary {
  propertyId: string;
  revisionId: string;
  kinds: RevisionKind[];
  /** The survivor, when it was recognised as another property. */
  mergedInto?: string;
}

/**
 * Records listings and where they belong, with everything that follows: verdicts, advertisers, the consolidated properties, their
 * changes and the market. `db` is the caller's transaction: all of it happens, or nothing. Recording the same again changes nothing.
 */
export const record = (db: Db, recording: Recording, now: Date): Promise<RecordedRevisionSummary[]> =>
  recordInOrder(db, [recording], now);

/** The same for several recordings, each of which finds what those before it left; read and written together. */
export async function recordInOrder(
  db: Db,
  recordings: readonly Recording[],
  now: Date,
): Promise<RecordedRevisionSummary[]> {
  if (recordings.length === 0) return [];
  const known = await lockAndRead(db, recordings);
  const around = await loadContext(db, { recordings, known, now });
  const journal = new WriteBatch(known);
  const recorded = recordings.flatMap((recording) => {
    const turn = applyRecording(recording, journal.selectAffected(recording), around);
    journal.add(turn);
    return summarizeChanges(turn);
  });
  await journal.write(db, now);
  return recorded;
}

/** Advertisers all at once and so in one order: two that meet the same new agencies do not wait for each other. */
async function loadContext(
  db: Db,
  { recordings, known, now }: { recordings: readonly Recording[]; known: RecordedState; now: Date },
): Promise<RecordingContext> {
  const placed = recordings.flatMap(({ listings = [] }) => listings);
  const observed = placed.filter(({ correction }) => correction === undefined).map(({ state }) => state);
  const advertisers = await recognizeAdvertisers(db, observed, now);
  const states = [...placed, ...known.listings.values()];
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
