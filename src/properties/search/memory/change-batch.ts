import type { Horizon } from '../../../db/horizon.ts';
import type { Db } from '../../../db/sql.ts';
import { scanMoment } from '../scan-moment.ts';
import { findBatchesSince, type LastSeenBatch, readBatches } from './last-seen-overlay.ts';
import { type RowChange, readChangeLog, readChanges } from './store.ts';

const READ_ROWS = 500;
/** Above this a full reload is faster than applying changes one by one. */
const MAX_CHANGES = 50_000;
const MAX_SEEN_ENTRIES = 1_000_000;

/** The index cannot catch up with the store, or a full reload is faster. */
export class TooFarBehind extends Error {}

/** Everything written since the last refresh. */
export interface ChangeBatch {
  /** Each change with the transaction that wrote it. */
  readonly changes: readonly (readonly [changed: RowChange, changedIn: string])[];
  readonly lastSeenBatches: readonly LastSeenBatch[];
  readonly horizon: Horizon;
  /** The moment at which a new cursor scan starts. */
  readonly watermark: number;
}

/** The state of an index that decides which changes are new to it. */
interface IndexState {
  readonly horizon: Horizon;
  isNew(id: string, changedIn: string): boolean;
  readonly lastSeen: { isNew(batchId: string): boolean };
}

/** Reads the scan moment first: every position written before it is committed, so the later reads include it. */
export async function readChangesSince(db: Db, index: IndexState): Promise<ChangeBatch> {
  const watermark = await scanMoment(db);
  const { horizon, entries } = await readChangeLog(db, index.horizon);
  // A restored store, or a standby promoted before it had every transaction, restarts its transaction ids from
  // there.
  if (BigInt(horizon) < BigInt(index.horizon))
    throw new TooFarBehind('the store was restored to an earlier state');
  const fresh = new Map(entries.filter(([id, changedIn]) => index.isNew(id, changedIn)));
  const ids = [...fresh.keys()];
  if (ids.length > MAX_CHANGES)
    throw new TooFarBehind(`${ids.length} properties changed since the last refresh`);
  const newBatches = (await findBatchesSince(db, index.horizon)).filter(({ id }) => index.lastSeen.isNew(id));
  if (newBatches.reduce((sum, { size }) => sum + size, 0) > MAX_SEEN_ENTRIES)
    throw new TooFarBehind('too many last-seen times since the last refresh');
  const batches = await readBatches(
    db,
    newBatches.map(({ id }) => id),
  );
  const read: RowChange[][] = [];
  for (let at = 0; at < ids.length; at += READ_ROWS)
    read.push(await readChanges(db, ids.slice(at, at + READ_ROWS)));
  return {
    changes: read.flat().map((changed) => [changed, fresh.get(changed.id) ?? '']),
    lastSeenBatches: batches,
    horizon,
    watermark,
  };
}
