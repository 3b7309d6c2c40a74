import type { Db } from '../db/sql.ts';
import { enqueue, type NewNotification } from '../delivery/notifications/enqueue.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Happening } from './events-of.ts';
import { type EventToInsert, insertEvents } from './events-store.ts';
import type { HeldAlert } from './store.ts';

/** Something to tell the owner of an alert. */
export interface ToTell {
  readonly alert: HeldAlert;
  readonly propertyId: string;
  readonly revisionId: string;
  readonly happening: Happening;
}

/** Records events and their notifications in the caller's transaction: both, or neither. Answers how many were new. */
export async function recordEvents(db: Db, clock: Clock, told: readonly ToTell[]): Promise<number> {
  const now = clock.now();
  const events = told.map((one) => ({ one, event: eventOf(one, newId(now)) }));
  const recorded = await insertEvents(
    db,
    events.map(({ event }) => event),
    now,
  );
  const notifications = events
    .filter(({ event }) => recorded.has(event.alert_event_id))
    .map(({ one, event }) => notificationOf(one, event.alert_event_id));
  if (notifications.length > 0) await enqueue(db, clock, notifications);
  return notifications.length;
}

const eventOf = ({ alert, propertyId, revisionId, happening }: ToTell, id: string): EventToInsert => ({
  account_id: alert.accountId,
  alert_event_id: id,
  alert_id: alert.id,
  property_id: propertyId,
  revision_id: revisionId,
  event_type: happening.eventType,
  scope: happening.scope,
  subject_id: happening.subjectId,
});

const notificationOf = ({ alert, propertyId, happening }: ToTell, alertEventId: string): NewNotification => ({
  accountId: alert.accountId,
  alertEventId,
  alertId: alert.id,
  alertName: alert.name,
  destinationId: alert.destinationId,
  eventType: happening.eventType,
  propertyId,
  listingId: happening.listingId,
  ...(happening.price && { price: happening.price }),
});
