import { type Db, sql } from '../db/sql.ts';
import type { ZoneSizes } from './neighbourhood.ts';

/** Live listings of a usual zone and transaction, as the weights take it. */
export const USUAL_ZONE = 1_024;

/**
 * What a zone with so many live listings counts as. The worlds that the weights were fitted on hold some hundreds in their largest, so from
 * half a usual zone on each doubling costs a bit: precision would fall as a market grows. By powers of two, so that one listing more
 * seldom moves anything; smaller zones all count as usual, so that little of it depends on what was read when.
 */
export const countedSize = (listings: number): number =>
  Math.max(USUAL_ZONE, 2 ** Math.round(Math.log2(Math.max(1, listings * 2))));

const nameOf = (transaction: string | null | undefined, zone: string | null | undefined): string =>
  `${transaction ?? ''} ${zone ?? ''}`;

/** Every zone that is larger than usual. Reads all features: to be asked for once a day. */
export async function countZones(db: Db): Promise<ZoneSizes> {
  const rows = await db.rows<{ transaction: string | null; zone: string | null; listings: number }>(sql`
    select transaction_type as transaction, zone, count(*)::int as listings from listing_feature
    where expired_at is null group by 1, 2 having count(*) > ${USUAL_ZONE / 4}`);
  const sizes = new Map(
    rows.map(({ transaction, zone, listings }) => [nameOf(transaction, zone), countedSize(listings)]),
  );
  return (transaction, zone) => sizes.get(nameOf(transaction, zone)) ?? USUAL_ZONE;
}

const COUNTED_EVERY_MS = 86_400_000;

/** Counts anew when a day has passed; what is asked meanwhile is answered by the last count. */
export class CountedZones {
  #sizes: ZoneSizes = () => USUAL_ZONE;
  #countedAt: number | undefined;

  readonly sizes: ZoneSizes = (transaction, zone) => this.#sizes(transaction, zone);

  async recount(db: Db, now: Date): Promise<void> {
    if (this.#countedAt !== undefined && now.getTime() - this.#countedAt < COUNTED_EVERY_MS) return;
    this.#countedAt = now.getTime();
    this.#sizes = await countZones(db);
  }
}
