import type { Db } from '../db/sql.ts';
import { loadMarket } from '../market/market.ts';
import { applyRecording, type RecordingContext, type RecordingResult } from './apply-recording.ts';
import { collectIds, type RecordedState, type Recording } from './grouping.ts';
import { toOffer } from './price-verdicts.ts';
import { recognizeAdvertisers } from './publishers/publishers.ts';
import type { RevisionKind } from './revise.ts';
import { lockForRecording, selectAffected, selectPropertyIds } from './store.ts';
import { WriteBatch } from './write-batch.ts';

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

/**
 * Locks every listing and property concerned, and reads the properties with all their listings. The property of a
 * listing and the target of a merge are certain only under the lock: what was not expected is locked and read once
 * more.
 */
async function lockAndRead(db: Db, recordings: readonly Recording[]): Promise<RecordedState> {
  const named = recordings.map(collectIds);
  const listingIds = [...new Set(named.flatMap((one) => one.listingIds))];
  const foreseen = new Set(named.flatMap((one) => one.propertyIds));
  // Moves concern properties that are not named: without this lookup they would be locked out of order.
  if (recordings.some(needsLookup)) {
    await lockForRecording(db, listingIds, []);
    for (const { propertyId } of await selectPropertyIds(db, listingIds)) foreseen.add(propertyId);
  }
  const locked = new Set<string>();
  for (;;) {
    const missing = [...foreseen].filter((id) => !locked.has(id));
    await lockForRecording(db, listingIds, missing);
    for (const id of missing) locked.add(id);
    const { properties, listings } = await selectAffected(db, listingIds, [...locked]);
    const found = properties.flatMap(({ propertyId, mergedInto }) => [propertyId, mergedInto ?? propertyId]);
    for (const id of found) foreseen.add(id);
    if (foreseen.size === locked.size) {
      return {
        properties: new Map(properties.map((row) => [row.propertyId, row])),
        listings,
      };
    }
  }
}

const needsLookup = ({ listings = [], moves = [] }: Recording): boolean =>
  moves.length > 0 || listings.some(({ propertyId }) => propertyId === undefined);
