import { type Db, sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';

const RETENTION_MONTHS = 12;
/** What was sent and what came back is looked at while it is fresh. */
const BODY_RETENTION_DAYS = 30;
/** Each statement is short, so that nobody waits behind it. */
const DELETE_BATCH_ROWS = 1_000;

/** Ends what nobody will send: attempts that were the last and never reported, and what came as its destination was being deleted. */
export async function skipOrphaned(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  await db.rows(sql`
    update event_notification n set
      status = 'SKIPPED', due_at = null, claim_id = null, updated_at = ${now},
      last_error_message = coalesce(skip_reason, 'the destination was deleted')
    where status = 'PENDING' and due_at <= ${now}
      and (skip_reason is not null or not exists (
        select 1 from event_destination d
        where d.account_id = n.account_id and d.event_destination_id = n.event_destination_id))`);
}

/** Twelve months; what is not delivered yet is never deleted by age. Answers how many rows went, or were made smaller. */
export async function deleteOldNotifications(db: Db, clock: Clock, signal?: AbortSignal): Promise<number> {
  const now = clock.now();
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - RETENTION_MONTHS);
  const bodiesSince = new Date(now.getTime() - BODY_RETENTION_DAYS * DAY_MS);
  let gone = 0;
  for (const step of [
    () =>
      db.rows(sql`
      delete from event_notification where ctid = any (array(
        select ctid from event_notification
        where created_at < ${oldest} and status in ('DELIVERED', 'FAILED', 'SKIPPED') limit ${DELETE_BATCH_ROWS}))
      returning 1`),
    () =>
      db.rows(sql`
      delete from delivery_attempt where ctid = any (array(
        select ctid from delivery_attempt where started_at < ${oldest} limit ${DELETE_BATCH_ROWS}))
      returning 1`),
    () =>
      db.rows(sql`
      update delivery_attempt set request_body = null, reply_body = null where ctid = any (array(
        select ctid from delivery_attempt
        where started_at < ${bodiesSince} and request_body is not null limit ${DELETE_BATCH_ROWS}))
      returning 1`),
  ]) {
    for (let some = DELETE_BATCH_ROWS; some === DELETE_BATCH_ROWS && !signal?.aborted; ) {
      some = (await step()).length;
      gone += some;
    }
  }
  return gone;
}
