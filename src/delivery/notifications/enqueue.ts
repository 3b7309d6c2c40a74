import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';
import type { Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { DestinationKey } from '../destinations/store.ts';
import { insertNotifications, type NotificationInsert } from './store.ts';

/** A price before and after, for mails. */
export interface PriceChange {
  old: number | null;
  new: number | null;
  percent: number | null;
}

export interface NewNotification {
  accountId: string;
  /** `eventId` of the payload; the same event twice is one notification. */
  alertEventId: string;
  alertId: string;
  alertName: string;
  /** Null: the account's default. */
  destinationId: string | null;
  eventType: AlertEventType;
  propertyId: string;
  /** The listing whose update raised the event. */
  listingId: string | null;
  price?: PriceChange | null;
  /** Not before this moment; now when absent. */
  dueAt?: Date;
  /** The trace that the delivery belongs to. */
  traceparent?: string | null;
}

/**
 * Call it in the transaction that records the events: both are stored, or neither. Returns the ids of the new
 * notifications.
 */
export function enqueueNotifications(
  db: Db,
  clock: Clock,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  const now = clock.now();
  return insertNotifications(
    db,
    notifications.map((one) => toNotificationRow(one, now)),
    now,
  );
}

const toNotificationRow = (one: NewNotification, now: Date): NotificationInsert => ({
  account_id: one.accountId,
  event_notification_id: newId(now),
  alert_event_id: one.alertEventId,
  kind: 'EVENT',
  event_type: one.eventType,
  alert_id: one.alertId,
  alert_name: one.alertName,
  property_id: one.propertyId,
  listing_id: one.listingId,
  price: one.price ?? null,
  destination_id: one.destinationId,
  due_at: one.dueAt ?? now,
  traceparent: one.traceparent ?? null,
});

/** A sample of an event type, sent once, with a sample property and alert. */
export async function enqueueTestNotification(
  db: Db,
  clock: Clock,
  { id, accountId }: DestinationKey,
  eventType: AlertEventType,
): Promise<string | undefined> {
  const row = {
    ...buildEmptyNotification(clock.now(), accountId, id),
    kind: 'TEST' as const,
    event_type: eventType,
  };
  return (await insertNotifications(db, [{ ...row, alert_name: 'Test' }], clock.now()))[0];
}

/** The mail with the confirmation link. */
export async function enqueueConfirmationMail(
  db: Db,
  clock: Clock,
  { id, accountId }: DestinationKey,
): Promise<void> {
  const row = { ...buildEmptyNotification(clock.now(), accountId, id), kind: 'CONFIRM' as const };
  await insertNotifications(db, [row], clock.now());
}

const buildEmptyNotification = (now: Date, accountId: string, destinationId: string) => ({
  account_id: accountId,
  event_notification_id: newId(now),
  alert_event_id: newId(now),
  event_type: '',
  alert_id: newId(now),
  alert_name: '',
  property_id: null,
  listing_id: null,
  price: null,
  destination_id: destinationId,
  due_at: now,
  traceparent: null,
});
