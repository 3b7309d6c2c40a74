import type { Db } from '../db/sql.ts';
import { enqueueNotifications, type NewNotification } from '../delivery/notifications/enqueue.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { CandidateEvent } from './derive-events.ts';
import { divideByPlan } from './digests.ts';
import { type AlertEventInsert, insertEvents } from './events-store.ts';
import type { LockedAlert } from './store.ts';

/** An event to report to the owner of an alert. */
export interface PendingAlertEvent {
  readonly alert: LockedAlert;
  readonly propertyId: string;
  readonly revisionId: string;
  readonly event: CandidateEvent;
  /** Passed on to the delivery. */
  readonly traceparent?: string | null | undefined;
}

/**
 * Records events and their notifications in the transaction of the caller: both, or neither. Returns how many were new.
 */
export async function recordEvents(
  db: Db,
  clock: Clock,
  pending: readonly PendingAlertEvent[],
): Promise<number> {
  const now = clock.now();
  const events = pending.map((one) => ({ one, event: toEventRow(one, newId(now)) }));
  const recorded = await insertEvents(
    db,
    events.map(({ event }) => event),
    now,
  );
  const notifications = events
    .filter(({ event }) => recorded.has(event.alert_event_id))
    .map(({ one, event }) => ({
      alert: one.alert,
      notification: toNotification(one, event.alert_event_id),
    }));
  const atOnce = await divideByPlan(db, now, notifications);
  if (atOnce.length > 0) await enqueueNotifications(db, clock, atOnce);
  return notifications.length;
}

const toEventRow = (
  { alert, propertyId, revisionId, event }: PendingAlertEvent,
  id: string,
): AlertEventInsert => ({
  account_id: alert.accountId,
  alert_event_id: id,
  alert_id: alert.id,
  property_id: propertyId,
  revision_id: revisionId,
  event_type: event.eventType,
  scope: event.scope,
  subject_id: event.subjectId,
});

const toNotification = (
  { alert, propertyId, event, traceparent }: PendingAlertEvent,
  alertEventId: string,
): NewNotification => ({
  accountId: alert.accountId,
  alertEventId,
  alertId: alert.id,
  alertName: alert.name,
  destinationId: alert.destinationId,
  eventType: event.eventType,
  propertyId,
  listingId: event.listingId,
  ...(event.price && { price: event.price }),
  traceparent: traceparent ?? null,
});
