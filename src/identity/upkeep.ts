import { type Database, type Db, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Duty } from '../queue/duty.ts';
import type { ListingFeature } from './feature.ts';
import { keysOf } from './keys.ts';
import type { ZoneSizes } from './neighbourhood.ts';

/** Re-posts of an advert that went offline longer ago are not looked for. */
export const FOUND_AFTER_EXPIRY_MS = 180 * 86_400_000;

/** Takes listings that are long gone out of the keys, so that the keys grow with the market and not with time. Says how many. */
export async function forgetKeys(db: Db, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - FOUND_AFTER_EXPIRY_MS);
  const rows = await db.rows<{ feature: ListingFeature }>(sql`
    update listing_feature set keyed = false where listing_id in (
      select listing_id from listing_feature where keyed and expired_at < ${before} order by expired_at limit ${most} for update skip locked)
    returning feature`);
  const posted = rows.flatMap(({ feature }) =>
    keysOf(feature).map(({ key }) => ({ key, id: feature.listingId })),
  );
  await db.rows(sql`
    delete from listing_key using unnest(${posted.map(({ key }) => key)}::bigint[], ${posted.map(({ id }) => id)}::uuid[]) as gone (key, listing_id)
    where listing_key.key = gone.key and listing_key.listing_id = gone.listing_id`);
  return rows.length;
}

const HOUR_MS = 3_600_000;
/** Each batch is a transaction of its own: the keys it takes away are locked for some milliseconds. */
const BATCH = 500;

export const forgetGoneListings = ({ db, clock }: { db: Database; clock: Clock }): Duty => ({
  name: 'take long gone listings out of the keys',
  everyMs: HOUR_MS,
  async run(signal) {
    let forgotten = BATCH;
    while (!signal.aborted && forgotten === BATCH)
      forgotten = await db.transaction((within) => forgetKeys(within, clock.now(), BATCH));
  },
});

/** Zones that were counted in the same power of four score alike, so that a new count seldom moves anything. */
const STEP_BITS = 2;

/** How many listings each zone holds, to be asked for once a day: what chance explains moves slowly. */
export async function countZones(db: Db, otherwise: number): Promise<ZoneSizes> {
  const rows = await db.rows<{ transaction: string | null; zone: string | null; listings: number }>(sql`
    select transaction_type as transaction, zone, count(*)::int as listings from listing_feature
    where expired_at is null group by 1, 2`);
  const sizes = new Map(
    rows.map(({ transaction, zone, listings }) => [
      `${transaction} ${zone}`,
      2 ** (STEP_BITS * Math.round(Math.log2(Math.max(1, listings)) / STEP_BITS)),
    ]),
  );
  return (transaction, zone) => sizes.get(`${transaction ?? null} ${zone ?? null}`) ?? otherwise;
}
