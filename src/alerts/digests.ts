import type { Database, Db } from '../db/sql.ts';
import { enqueueDigest } from '../delivery/notifications/digest.ts';
import type { NewNotification } from '../delivery/notifications/enqueue.ts';
import type { Clock } from '../lib/clock.ts';
import { startOfLocalDay } from '../lib/time-zone.ts';
import { nextDigestAt, quietUntil, zoneOf } from './delivery-plan.ts';
import {
  countSentAtOnce,
  deleteDigestEntries,
  findDueDigest,
  insertDigestEntries,
  lockDueEntries,
  markDigested,
} from './digest-store.ts';
import { type LockedAlert, lockAlerts } from './store.ts';

/** A notification of an event, with its alert. */
export interface PlannedNotification {
  readonly alert: LockedAlert;
  readonly notification: NewNotification;
}

/**
 * Stores the events that wait for a digest, in the transaction that records them, and returns those to send at once.
 */
export async function divideByPlan(
  db: Db,
  now: Date,
  planned: readonly PlannedNotification[],
): Promise<NewNotification[]> {
  if (planned.every(({ alert }) => alert.delivery === null))
    return planned.map(({ notification }) => notification);
  const atOnce: NewNotification[] = [];
  const waiting: PlannedNotification[] = [];
  for (const [, some] of Map.groupBy(planned, ({ alert }) => alert.id)) {
    const alert = some[0]?.alert;
    if (alert === undefined) continue;
    const free = await freeToday(db, alert, now, some.length);
    const dueAt = alert.delivery === null ? undefined : quietUntil(alert.delivery, now);
    atOnce.push(
      ...some.slice(0, free).map(({ notification }) => ({ ...notification, ...(dueAt && { dueAt }) })),
    );
    waiting.push(...some.slice(free));
  }
  if (waiting.length > 0)
    await insertDigestEntries(
      db,
      waiting.map((one) => toEntry(one, now)),
      now,
    );
  return atOnce;
}

/** How many of the new events may be sent at once. They are recorded already, so they are among those counted. */
async function freeToday(db: Db, alert: LockedAlert, now: Date, fresh: number): Promise<number> {
  const plan = alert.delivery;
  if (plan === null) return fresh;
  if (plan.mode === 'DIGEST') return 0;
  if (plan.maxPerDay === undefined) return fresh;
  const sent = (await countSentAtOnce(db, alert, startOfLocalDay(now, zoneOf(plan)))) - fresh;
  return Math.max(0, Math.min(fresh, plan.maxPerDay - sent));
}

const toEntry = ({ alert, notification }: PlannedNotification, now: Date) => ({
  account_id: notification.accountId,
  alert_event_id: notification.alertEventId,
  alert_id: notification.alertId,
  event_type: notification.eventType,
  property_id: notification.propertyId,
  listing_id: notification.listingId,
  price: notification.price ?? null,
  due_at: alert.delivery === null ? now : nextDigestAt(alert.delivery, now),
});

/** Sends one digest that is due; false when none is. The digest and the mark on its events are one transaction. */
export async function sendDueDigest(db: Database, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const due = await findDueDigest(db, now);
  if (due === undefined) return false;
  return db.transaction(async (tx) => {
    const [alert] = await lockAlerts(tx, [due]);
    if (alert === undefined || !alert.enabled) {
      await deleteDigestEntries(tx, due.accountId, [due.id]);
      return true;
    }
    const events = await lockDueEntries(tx, due, now);
    if (events.length === 0) return false;
    const id = await enqueueDigest(tx, clock, {
      accountId: due.accountId,
      alertId: alert.id,
      alertName: alert.name,
      destinationId: alert.destinationId,
      language: alert.delivery?.language ?? 'en',
      events,
    });
    if (id === undefined) throw new Error('the first event of a digest has a notification already');
    await markDigested(
      tx,
      due.accountId,
      events.map(({ eventId }) => eventId),
      id,
    );
    return true;
  });
}
