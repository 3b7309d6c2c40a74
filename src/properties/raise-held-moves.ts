import { type Database, type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { MIN_STANDING_MS } from './price-story/steps.ts';
import { record } from './record.ts';
import type { ListingVisit } from './visits.ts';

/** Raised in one run; the next run continues. */
const MAX_RAISED_LISTINGS = 200;
const MAX_RETRIES = 5;

interface HeldListing {
  listingId: string;
  seenAt: Date;
}

/** Raises the moves whose prices nobody corrected in time; returns how many prices were due. */
export function raiseHeldMoves(db: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  const now = clock.now();
  const due = sql`
    select listing_id as "listingId", seen_at as "seenAt" from held_price
    where due_at <= ${now} order by due_at limit ${MAX_RAISED_LISTINGS}`;
  return raise(db, due, now, signal);
}

/**
 * The same for the prices that these visits still show after the time in which an error is corrected. A history that is
 * read in an hour has its moves at once.
 */
export function raiseMovesSeenAgain(
  db: Database,
  now: Date,
  visits: readonly ListingVisit[],
): Promise<number> {
  const standing = sql`
    select listing_id as "listingId", seen_at as "seenAt" from held_price
    join unnest(${visits.map(({ listingId }) => listingId)}::uuid[], ${visits.map(({ at }) => at)}::timestamptz[])
      as visit (listing_id, at) using (listing_id)
    where visit.at >= seen_at + make_interval(secs => ${MIN_STANDING_MS / 1_000})`;
  return raise(db, standing, now);
}

/** A row and its revision share one transaction: nothing is lost or raised twice, whichever process stops. */
async function raise(db: Database, query: Sql, now: Date, signal?: AbortSignal): Promise<number> {
  const due = await db.rows<HeldListing>(query);
  for (const held of due) {
    if (signal?.aborted) break;
    await db.transaction((tx) => raiseOne(tx, held, now), { retries: MAX_RETRIES });
  }
  return due.length;
}

/** A price that was held since then is another one, and stays. */
async function raiseOne(db: Db, { listingId, seenAt }: HeldListing, now: Date): Promise<void> {
  const held = await firstRow(
    db,
    sql`delete from held_price where listing_id = ${listingId} and seen_at = ${seenAt} returning listing_id`,
  );
  if (held !== undefined) await record(db, { stood: [listingId] }, now);
}
