import { DELIVERY_ATTEMPT } from '../../db/partitioned-tables.ts';
import { createPartitions, dropPartitionsBefore, listMixedPartitions } from '../../db/partitions.ts';
import { type Database, type Db, identifier, sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { isUnderWay } from './store.ts';

const RETENTION_MONTHS = 12;
/** Bodies of requests and replies are read while they are recent. */
const BODY_RETENTION_DAYS = 30;
/** Each statement is short, so that no other one waits for it. */
const DELETE_BATCH_ROWS = 1_000;

/**
 * Skips notifications that are never sent: last attempts that were never recorded, and those of deleted destinations.
 * An enqueue reads its destination before it inserts. One that is deleted in between has notifications that its
 * deletion could not see, some of which are due much later.
 */
export async function skipOrphaned(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  await db.rows(sql`
    update event_notification n set
      status = 'SKIPPED', due_at = null, claim_id = null, updated_at = ${now},
      last_error_message = coalesce(skip_reason, 'the destination was deleted')
    where status = 'PENDING' and not (${isUnderWay(now)})
      and (skip_reason is not null or not exists (
        select 1 from event_destination d
        where d.account_id = n.account_id and d.event_destination_id = n.event_destination_id))`);
}

/**
 * Deletes after twelve months, except what is not delivered yet. Attempts of one month are dropped together. Returns how
 * many rows were deleted or shortened, without those.
 */
export async function deleteOldNotifications(
  db: Database,
  clock: Clock,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - RETENTION_MONTHS);
  const bodiesSince = new Date(now.getTime() - BODY_RETENTION_DAYS * DAY_MS);
  await createPartitions(db, DELIVERY_ATTEMPT, now);
  await dropPartitionsBefore(db, DELIVERY_ATTEMPT, oldest);
  const mixed = await listMixedPartitions(db, DELIVERY_ATTEMPT);
  let changed = 0;
  for (const step of [
    () =>
      db.rows(sql`
      delete from event_notification where (account_id, event_notification_id) in (
        select account_id, event_notification_id from event_notification
        where created_at < ${oldest} and status in ('DELIVERED', 'FAILED', 'SKIPPED') limit ${DELETE_BATCH_ROWS})
      returning 1`),
    ...mixed.map(
      (partition) => () =>
        db.rows(sql`
        delete from ${identifier(partition)} where (account_id, event_notification_id, attempt_number) in (
          select account_id, event_notification_id, attempt_number from ${identifier(partition)}
          where started_at < ${oldest} limit ${DELETE_BATCH_ROWS})
        returning 1`),
    ),
    // By key: rows of two partitions, or of two nodes of a cluster, may have one ctid.
    () =>
      db.rows(sql`
      update delivery_attempt set request_body = null, reply_body = null
      where (account_id, event_notification_id, attempt_number) in (
        select account_id, event_notification_id, attempt_number from delivery_attempt
        where started_at < ${bodiesSince} and request_body is not null limit ${DELETE_BATCH_ROWS})
      returning 1`),
  ]) {
    for (let some = DELETE_BATCH_ROWS; some === DELETE_BATCH_ROWS && !signal?.aborted; ) {
      some = (await step()).length;
      changed += some;
    }
  }
  return changed;
}
