import { type Db, sql } from '../../db/sql.ts';
import { type HeldPrice, MIN_STANDING_MS } from './steps.ts';

/** In the transaction that records the prices. A price that is held already keeps its time. */
export async function storeHeldPrices(db: Db, held: readonly HeldPrice[], now: Date): Promise<void> {
  if (held.length === 0) return;
  const latest = new Map(held.map(({ listingId, at }) => [listingId, new Date(at)]));
  await db.rows(sql`
    insert into held_price (listing_id, seen_at, due_at)
    select listing_id, seen_at, ${new Date(now.getTime() + MIN_STANDING_MS)}
    from unnest(${[...latest.keys()]}::uuid[], ${[...latest.values()]}::timestamptz[]) as held (listing_id, seen_at)
    on conflict (listing_id) do update set seen_at = excluded.seen_at, due_at = excluded.due_at
    where held_price.seen_at <> excluded.seen_at`);
}

export const deleteHeldPrice = async (db: Db, listingId: string): Promise<void> =>
  void (await db.rows(sql`delete from held_price where listing_id = ${listingId}`));
