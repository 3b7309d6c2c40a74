import { type Database, firstRow, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { record } from './record.ts';

/** Raised in one run; the next run continues. */
const MAX_RAISED_LISTINGS = 200;
const MAX_RETRIES = 5;

/**
 * Raises the moves whose prices nobody corrected; returns how many prices were due. A row and its revision share one
 * transaction: nothing is lost or raised twice, whichever process stops.
 */
export async function raiseHeldMoves(db: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  const now = clock.now();
  const due = await db.rows<{ listingId: string }>(sql`
    select listing_id as "listingId" from held_price where due_at <= ${now} order by due_at limit ${MAX_RAISED_LISTINGS}`);
  for (const { listingId } of due) {
    if (signal?.aborted) break;
    await db.transaction(
      async (tx) => {
        const held = await firstRow(
          tx,
          sql`delete from held_price where listing_id = ${listingId} and due_at <= ${now} returning listing_id`,
        );
        if (held !== undefined) await record(tx, { stood: [listingId] }, now);
      },
      { retries: MAX_RETRIES },
    );
  }
  return due.length;
}
