import type { Db } from '../../../db/sql.ts';
import { scanMoment } from '../scan-moment.ts';
import { findBatchesSince, type LastSeenBatch, readBatches } from './last-seen-log.ts';
import { type Horizon, type RowChange, readChangeLog, readChanges } from './store.ts';

const READ_ROWS = 500;
/** More than this is sooner read anew, in order, than taken in one by one. */
const MAX_CHANGES = 50_000;
const MAX_SEEN_ENTRIES = 1_000_000;

/** What is held cannot be made what the store has, or not sooner than by reading everything anew. */
export class TooFarBehind extends Error {}

/** What was written since the last look. */
export interface ChangeBatch {
  /** Each with the transaction that wrote it. */
  readonly changes: readonly (readonly [changed: RowChange, changedIn: string])[];
  readonly batches: readonly LastSeenBatch[];
  readonly horizon: Horizon;
  /** The moment for walks. */
  readonly watermark: number;
}

/** The state of an index that decides which changes are new to it. */
interface IndexState {
  readonly horizon: Horizon;
  isNew(id: string, changedIn: string): boolean;
  readonly lastSeen: { isNew(batchId: string): boolean };
}

/** The moment for walks is read first: what was noted before it is committed, and so is among what is read after it. */
export async function readChangesSince(db: Db, held: IndexState): Promise<ChangeBatch> {
  const watermark = await scanMoment(db);
  const { horizon, changes } = await readChangeLog(db, held.horizon);
  // A store that was put back to an earlier state, or a standby that took over before it had everything, counts anew from there.
  if (BigInt(horizon) < BigInt(held.horizon)) throw new TooFarBehind('the store was put back');
  const fresh = new Map(changes.filter(([id, changedIn]) => held.isNew(id, changedIn)));
  const ids = [...fresh.keys()];
  if (ids.length > MAX_CHANGES)
    throw new TooFarBehind(`${ids.length} properties changed since the last look`);
  const noted = (await findBatchesSince(db, held.horizon)).filter(({ id }) => held.lastSeen.isNew(id));
  if (noted.reduce((sum, { visits }) => sum + visits, 0) > MAX_SEEN_ENTRIES)
    throw new TooFarBehind('too many visits since the last look');
  const batches = await readBatches(
    db,
    noted.map(({ id }) => id),
  );
  const read: RowChange[][] = [];
  for (let at = 0; at < ids.length; at += READ_ROWS)
    read.push(await readChanges(db, ids.slice(at, at + READ_ROWS)));
  return {
    changes: read.flat().map((changed) => [changed, fresh.get(changed.id) ?? '']),
    batches,
    horizon,
    watermark,
  };
}
