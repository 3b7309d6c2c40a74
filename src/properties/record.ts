import type { Db } from '../db/sql.ts';
import { marketOf } from '../market/market.ts';
import type { Known, Recording } from './grouping.ts';
import { Journal } from './journal.ts';
import { asOffer } from './judge.ts';
import { readLocked } from './locked.ts';
import { recogniseAdvertisers } from './publishers/publishers.ts';
import type { RevisionKind } from './revise.ts';
import { type Around, type Turn, takeTurn } from './turn.ts';

export type { Move, Placed, Recording } from './grouping.ts';

/** What recording did to one property. */
export interface Recorded {
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
export const record = (db: Db, recording: Recording, now: Date): Promise<Recorded[]> =>
  recordInTurn(db, [recording], now);

/** The same for several recordings, each of which finds what those before it left; read and written together. */
export async function recordInTurn(db: Db, recordings: readonly Recording[], now: Date): Promise<Recorded[]> {
  if (recordings.length === 0) return [];
  const known = await readLocked(db, recordings);
  const around = await readAround(db, { recordings, known, now });
  const journal = new Journal(known);
  const recorded = recordings.flatMap((recording) => {
    const turn = takeTurn(recording, journal.concernedBy(recording), around);
    journal.enter(turn);
    return recordedIn(turn);
  });
  await journal.put(db, now);
  return recorded;
}

/** Advertisers all at once and so in one order: two that meet the same new agencies do not wait for each other. */
async function readAround(
  db: Db,
  { recordings, known, now }: { recordings: readonly Recording[]; known: Known; now: Date },
): Promise<Around> {
  const placed = recordings.flatMap(({ listings = [] }) => listings);
  const observed = placed.filter(({ correction }) => correction === undefined).map(({ state }) => state);
  const advertisers = await recogniseAdvertisers(db, observed, now);
  const states = [...placed, ...known.listings.values()];
  const market = await marketOf(
    db,
    states.map(({ state }) => asOffer({ propertyId: '', state })),
  );
  return { advertisers, market, now };
}

const recordedIn = ({ revisions, merged }: Turn): Recorded[] => [
  ...revisions.map(({ result, revisionId, kinds }) => ({ propertyId: result.id, revisionId, kinds })),
  ...merged.map(({ propertyId, revisionId, into }) => ({
    propertyId,
    revisionId,
    kinds: ['REGROUPED' as const],
    mergedInto: into,
  })),
];
