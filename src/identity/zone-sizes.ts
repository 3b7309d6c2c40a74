import { type Db, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import type { ZoneSizes } from './neighbourhood.ts';
import { DEFAULT_ZONE_LISTINGS } from './thresholds.ts';

/**
 * What a zone with so many live listings counts as. The worlds that the weights were fitted on hold some hundreds in their largest, so from
 * half a usual zone on each doubling costs a bit, lest precision fall as a market grows. By powers of two, so that one listing more rarely
 * moves anything. Smaller zones all count as usual: when they spared a pair some bits, four processes and one came to other groups, as
 * each counted at a moment of its own.
 */
export const zoneSizeFor = (listings: number): number =>
  Math.max(DEFAULT_ZONE_LISTINGS, 2 ** Math.round(Math.log2(Math.max(1, listings * 2))));

const zoneKey = (transaction: string | null | undefined, zone: string | null | undefined): string =>
  `${transaction ?? ''} ${zone ?? ''}`;

/** Every zone whose size is known. Reads all features. */
async function countZones(db: Db): Promise<{ sizes: ReadonlyMap<string, number>; listings: number }> {
  const rows = await db.rows<{ transaction: string | null; zone: string | null; listings: number }>(sql`
    select transaction_type as transaction, zone, count(*)::int as listings from listing_feature
    where expired_at is null group by 1, 2`);
  return {
    sizes: new Map(
      rows.map(({ transaction, zone, listings }) => [zoneKey(transaction, zone), zoneSizeFor(listings)]),
    ),
    listings: rows.reduce((sum, { listings }) => sum + listings, 0),
  };
}

/** Beyond this share of all listings that were placed since, a market may have changed. 700,000 take half a second to count. */
const MOVED_SHARE = 0.05;
/** As many are counted every day: it takes some milliseconds. */
const MIN_LARGE_MARKET_LISTINGS = 20_000;

/**
 * A first fill brings a country in one day of observations, or a month of days again and again: counted only at its start
 * every town would count as usual, and thousands of look-alikes would be linked.
 */
const FILLED = { share: 0.25, least: 10_000 };

/**
 * Counts when a day of observations begins, so that within a day the order does not matter; in between, the last count
 * answers. A large market is counted only when enough of it moved. A market that is being filled is counted as it grows.
 */
export class ZoneCounter {
  #sizes: ReadonlyMap<string, number> = new Map();
  #listings = 0;
  #day = Number.NEGATIVE_INFINITY;
  #placed = 0;

  readonly sizes: ZoneSizes = (transaction, zone) =>
    this.#sizes.get(zoneKey(transaction, zone)) ?? DEFAULT_ZONE_LISTINGS;

  /** `placed` listings are about to be placed, the latest seen at that time. */
  async recount(db: Db, at: Date, placed: number): Promise<void> {
    const day = Math.floor(at.getTime() / DAY_MS);
    const isNextDay =
      day > this.#day &&
      (this.#listings < MIN_LARGE_MARKET_LISTINGS || this.#placed >= this.#listings * MOVED_SHARE);
    const isFilled = this.#placed >= Math.max(FILLED.least, this.#listings * FILLED.share);
    this.#placed += placed;
    if (!isNextDay && !isFilled) return;
    [this.#day, this.#placed] = [Math.max(day, this.#day), placed];
    const { sizes, listings } = await countZones(db);
    [this.#sizes, this.#listings] = [sizes, listings];
  }
}
