import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { lastRefresh, refreshMedians } from '../market/medians.ts';
import { record } from './record.ts';

/** A recording may be uncommitted when medians are computed: changes this much earlier are read again. */
const OVERLAP_MS = 60_000;
/** Properties reassessed per transaction. */
const BATCH_ROWS = 50;
const MAX_RETRIES = 5;

/**
 * Updates the medians and reassesses the properties whose verdicts may have changed; returns how many it examined.
 * It may run in several processes at once, and again over the same period.
 */
export async function reassessPrices(db: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  const last = await lastRefresh(db);
  const since = new Date((last?.getTime() ?? OVERLAP_MS) - OVERLAP_MS);
  const affected = await refreshMedians(db, since, clock.now());
  for (let at = 0; at < affected.length && !signal?.aborted; at += BATCH_ROWS) {
    const again = affected.slice(at, at + BATCH_ROWS);
    await db.transaction((tx) => record(tx, { reconsolidate: again }, clock.now()), { retries: MAX_RETRIES });
  }
  return affected.length;
}
