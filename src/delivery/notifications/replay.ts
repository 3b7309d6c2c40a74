import { type Db, joinSql, type Sql, sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { destinationById } from '../destinations/store.ts';
import { type NotificationRow, notificationById } from './store.ts';

/** Maximum of one request; the next one continues. */
export const MAX_REPLAYED_NOTIFICATIONS = 5_000;

const REPLAYABLE_STATUSES = ['DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type ReplayableStatus = (typeof REPLAYABLE_STATUSES)[number];

export type ReplayResult =
  | { outcome: 'replaying' | 'under-way'; notification: NotificationRow }
  | { outcome: 'unknown' | 'no-destination' | 'suspended' };

/**
 * Sends one notification again: the same event, the current key and property, one attempt that does not count as a
 * retry.
 */
export async function replayNotification(
  db: Db,
  clock: Clock,
  accountId: string,
  id: string,
): Promise<ReplayResult> {
  const before = await notificationById(db, accountId, id);
  if (before === undefined) return { outcome: 'unknown' };
  const target = await findNotificationDestination(db, accountId, id);
  if (target === undefined) return { outcome: 'no-destination' };
  if (target.status === 'SUSPENDED') return { outcome: 'suspended' };
  const again = await requeue(
    db,
    sql`account_id = ${accountId} and event_notification_id = ${id}`,
    clock.now(),
  );
  const notification = (await notificationById(db, accountId, id)) ?? before;
  return { outcome: again === 0 ? 'under-way' : 'replaying', notification };
}

async function findNotificationDestination(db: Db, accountId: string, id: string) {
  const [row] = await db.rows<{ id: string | null }>(sql`
    select event_destination_id as id from event_notification
    where account_id = ${accountId} and event_notification_id = ${id}`);
  return row?.id == null ? undefined : destinationById(db, accountId, row.id);
}

export interface ReplayFilter {
  accountId: string;
  destinationId: string;
  after?: Date | undefined;
  before?: Date | undefined;
  status?: ReplayableStatus | undefined;
}

export type ReplayCountResult =
  | { outcome: 'replaying'; count: number }
  | { outcome: 'no-destination' | 'suspended' };

/** Sends notifications of a destination in a period again, the oldest first. */
export async function replayNotifications(
  db: Db,
  clock: Clock,
  range: ReplayFilter,
): Promise<ReplayCountResult> {
  const { accountId, destinationId, after, before, status } = range;
  const target = await destinationById(db, accountId, destinationId);
  if (target === undefined) return { outcome: 'no-destination' };
  if (target.status === 'SUSPENDED') return { outcome: 'suspended' };
  const conditions = [
    sql`account_id = ${accountId}`,
    sql`event_destination_id = ${destinationId}`,
    finishedCondition,
  ];
  if (after !== undefined) conditions.push(sql`created_at >= ${after}`);
  if (before !== undefined) conditions.push(sql`created_at <= ${before}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  const chosen = sql`
    account_id = ${accountId} and event_notification_id = any (array(
      select event_notification_id from event_notification where ${joinSql(conditions, ' and ')}
      order by event_notification_id limit ${MAX_REPLAYED_NOTIFICATIONS}))`;
  return { outcome: 'replaying', count: await requeue(db, chosen, clock.now()) };
}

const finishedCondition = sql`kind = 'EVENT' and status in ('DELIVERED', 'FAILED', 'SKIPPED')`;

async function requeue(db: Db, chosen: Sql, now: Date): Promise<number> {
  const rows = await db.rows(sql`
    update event_notification set
      status_before = status, status = 'PENDING', due_at = ${now}, lane = 1, skip_reason = null, internal_failures = 0, updated_at = ${now}
    where ${chosen} and ${finishedCondition}
    returning 1`);
  return rows.length;
}
