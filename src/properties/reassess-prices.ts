import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { lastRefresh, refreshMedians } from '../market/medians.ts';
import { record } from './record.ts';

/** A recording may still be under way when medians are computed: what was noted this much before is looked at again. */
const OVERLAP_MS = 60_000;
/** Properties judged again in one transaction. */
const BATCH_ROWS = 50;
const MAX_RETRIES = 5;

/**
 * Brings the medians up to date and judges again the properties whose verdicts may have turned by it. May run in several processes at
 * once, and again over the same time. Answers how many properties were looked at.
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
