import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { DestinationKey } from '../destinations/store.ts';

/** Parked for one suspended destination; further ones are skipped: they stay visible and are not replayed. */
export const MAX_PARKED_NOTIFICATIONS = 5_000;
/** Rows of one transaction: some tens of milliseconds, as other records may wait for it. */
const PARK_BATCH_ROWS = 500;

/**
 * Parks some of the backlog of a destination, the oldest first; returns whether there is more. Called under the lock of
 * the destination, so that two workers cannot both use the last slots. A running attempt is parked when it fails.
 */
export async function parkBacklog(db: Db, target: DestinationKey, now: Date): Promise<boolean> {
  const free = Math.max(0, MAX_PARKED_NOTIFICATIONS - (await countParked(db, target)));
  const pending = await findPendingIds(db, target, { now, sorted: free > 0 });
  await updateStatus(db, target, { ids: pending.slice(0, free), status: 'SUSPENDED', reason: null, now });
  await updateStatus(db, target, {
    ids: pending.slice(free),
    status: 'SKIPPED',
    reason: NOT_PARKED_REASON,
    now,
  });
  return pending.length === PARK_BATCH_ROWS;
}

const NOT_PARKED_REASON = `not kept: the destination is suspended and ${MAX_PARKED_NOTIFICATIONS} notifications are held for it`;

/** The order matters only while some are parked. Sorting 100,000 for every 500 of them would not end. */
async function findPendingIds(
  db: Db,
  { accountId, id }: DestinationKey,
  { now, sorted }: { now: Date; sorted: boolean },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select event_notification_id as id from event_notification
    where account_id = ${accountId} and event_destination_id = ${id} and status = 'PENDING' and kind = 'EVENT'
      and (claim_id is null or due_at <= ${now})
    ${sorted ? sql`order by event_notification_id` : sql`order by lane, due_at`} limit ${PARK_BATCH_ROWS}`);
  return rows.map((row) => row.id);
}

async function countParked(db: Db, { accountId, id }: DestinationKey): Promise<number> {
  const row = await firstRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from event_notification
    where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'`,
  );
  return row?.count ?? 0;
}

interface StatusUpdate {
  ids: readonly string[];
  status: 'SUSPENDED' | 'SKIPPED';
  reason: string | null;
  now: Date;
}

async function updateStatus(
  db: Db,
  { accountId }: DestinationKey,
  { ids, status, reason, now }: StatusUpdate,
): Promise<void> {
  if (ids.length === 0) return;
  await db.rows(sql`
    update event_notification set
      status = ${status}, last_error_message = coalesce(${reason}, last_error_message), due_at = null, claim_id = null, lane = 1,
      updated_at = ${now}
    where account_id = ${accountId} and event_notification_id = any (${ids}::uuid[])`);
}

/**
 * Releases the oldest parked ones; returns how many are left. One that a probe is sending stays parked until the probe
 * ends.
 */
export async function releaseParked(
  db: Db,
  target: DestinationKey,
  limit: number,
  now: Date,
): Promise<{ left: number }> {
  const { accountId, id } = target;
  await db.rows(sql`
    update event_notification set status = 'PENDING', due_at = ${now}, claim_id = null, lane = 1, updated_at = ${now}
    where account_id = ${accountId} and event_notification_id = any (array(
      select event_notification_id from event_notification
      where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'
        and (claim_id is null or due_at <= ${now})
      order by event_notification_id limit ${limit}))`);
  return { left: await countParked(db, target) };
}
