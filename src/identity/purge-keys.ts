import { type Database, type Db, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { lockRows, type WorkQueue } from '../queue/claims.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { blockingKeys } from './blocking-keys.ts';
import { parseFeature, storedFeature } from './feature-bytes.ts';
import { dropKeys } from './key-store.ts';

/** Re-posts of an advert that went offline longer ago are not looked for. */
export const KEY_RETENTION_MS = 180 * DAY_MS;
const FEATURE_QUEUE: WorkQueue = { table: 'listing_feature', key: ['listing_id'] };

/**
 * Takes listings that are long gone out of the keys, so that the keys grow with the market and not with time. Says how many.
 * In a transaction: their rows are locked by a statement of its own, since an update on a cluster returns columns alone.
 */
export async function purgeKeys(tx: Db, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - KEY_RETENTION_MS);
  const rows = await lockRows<{ listingId: string; feature: Buffer }>(
    tx,
    FEATURE_QUEUE,
    sql`listing_id as "listingId", ${storedFeature} as feature`,
    { where: sql`keyed and expired_at < ${before}`, orderBy: sql`expired_at`, limit: most },
  );
  if (rows.length === 0) return 0;
  await tx.rows(sql`
    update listing_feature set keyed = false where listing_id = any (${rows.map(({ listingId }) => listingId)}::uuid[])`);
  const posted = rows.map(({ listingId, feature }) => ({
    listingId,
    keys: blockingKeys(parseFeature(listingId, feature)),
  }));
  await dropKeys(tx, posted);
  return rows.length;
}

/** Each batch is a transaction of its own: the keys it takes away are locked for some milliseconds. */
const BATCH_ROWS = 500;

export const purgeKeysJob = ({ db, clock }: { db: Database; clock: Clock }): PeriodicJob => ({
  name: 'take long gone listings out of the keys',
  everyMs: HOUR_MS,
  async run(signal) {
    let forgotten = BATCH_ROWS;
    while (!signal.aborted && forgotten === BATCH_ROWS)
      forgotten = await db.transaction((within) => purgeKeys(within, clock.now(), BATCH_ROWS));
  },
});
