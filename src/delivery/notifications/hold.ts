import { type Db, firstRow, sql } from '../../db/sql.ts';

/** Kept for one destination that is not served; what comes beyond stays visible and is not replayed. */
export const MOST_HELD = 5_000;
/** Moved by one statement: well under a second. */
const MOVED_AT_ONCE = 5_000;

interface Target {
  accountId: string;
  id: string;
}

/**
 * Holds what waits for a destination, the oldest first. Called under the lock of the destination, so that two workers cannot both
 * find room. What is being sent just now is held when it fails.
 */
export async function hold(db: Db, { accountId, id }: Target, now: Date): Promise<void> {
  for (;;) {
    const moved = await db.rows(sql`
      with room as (
        select ${MOST_HELD}::int - count(*) as free from event_notification
        where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'
      ), waiting as (
        select event_notification_id, row_number() over (order by event_notification_id) as place
        from (
          select event_notification_id from event_notification
          where account_id = ${accountId} and event_destination_id = ${id} and status = 'PENDING' and kind = 'EVENT'
            and (claim_id is null or due_at <= ${now})
          order by event_notification_id limit ${MOVED_AT_ONCE}
        ) as first
      )
      update event_notification n set
        status = case when place <= free then 'SUSPENDED' else 'SKIPPED' end,
        last_error_message = case when place <= free then n.last_error_message
          else 'not kept: the destination is suspended and ' || ${MOST_HELD}::int || ' notifications are held for it' end,
        due_at = null, claim_id = null, lane = 1, updated_at = ${now}
      from waiting, room
      where n.account_id = ${accountId} and n.event_notification_id = waiting.event_notification_id
      returning 1`);
    if (moved.length < MOVED_AT_ONCE) return;
  }
}

/** Lets the oldest held ones go; answers how many are left. One that a probe is just sending stays until that is over. */
export async function release(
  db: Db,
  { accountId, id }: Target,
  most: number,
  now: Date,
): Promise<{ left: number }> {
  await db.rows(sql`
    update event_notification set status = 'PENDING', due_at = ${now}, claim_id = null, lane = 1, updated_at = ${now}
    where account_id = ${accountId} and event_notification_id in (
      select event_notification_id from event_notification
      where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'
        and (claim_id is null or due_at <= ${now})
      order by event_notification_id limit ${most})`);
  const row = await firstRow<{ left: number }>(
    db,
    sql`
    select count(*)::int as left from event_notification
    where account_id = ${accountId} and event_destination_id = ${id} and status = 'SUSPENDED'`,
  );
  return { left: row?.left ?? 0 };
}
