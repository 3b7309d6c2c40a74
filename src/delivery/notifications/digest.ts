import { type Db, sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { PriceChange } from './enqueue.ts';
import { insertNotifications } from './store.ts';

/** The type of a notification that stands for several events. */
export const DIGEST = 'DIGEST';

/** An event of a digest. */
export interface DigestEvent {
  eventId: string;
  eventType: string;
  propertyId: string;
  listingId: string | null;
  price: PriceChange | null;
}

export interface NewDigest {
  accountId: string;
  alertId: string;
  alertName: string;
  /** Null: the account's default. */
  destinationId: string | null;
  language: 'en' | 'fr';
  /** At least one, the oldest first. */
  events: readonly DigestEvent[];
}

/** Call it in the transaction that marks the events as sent. Returns the id of the notification. */
export async function enqueueDigest(db: Db, clock: Clock, digest: NewDigest): Promise<string | undefined> {
  const now = clock.now();
  const [first] = digest.events;
  if (first === undefined) return undefined;
  const [id] = await insertNotifications(
    db,
    [
      {
        account_id: digest.accountId,
        event_notification_id: newId(now),
        alert_event_id: first.eventId,
        kind: 'EVENT',
        event_type: DIGEST,
        alert_id: digest.alertId,
        alert_name: digest.alertName,
        property_id: first.propertyId,
        listing_id: null,
        price: null,
        destination_id: digest.destinationId,
        due_at: now,
        // Its events come from many traces: the digest begins one of its own.
        traceparent: null,
      },
    ],
    now,
  );
  if (id === undefined) return undefined;
  await db.rows(sql`
    insert into notification_digest (account_id, event_notification_id, language, events)
    values (${digest.accountId}, ${id}, ${digest.language}, ${JSON.stringify(digest.events)})`);
  return id;
}

export interface StoredDigest {
  id: string;
  language: 'en' | 'fr';
  events: DigestEvent[];
}

/** Both columns of the key: each digest is then read on its own shard. */
export const selectDigests = (
  db: Db,
  keys: readonly { accountId: string; id: string }[],
): Promise<StoredDigest[]> =>
  db.rows(sql`
    select event_notification_id as id, language, events from notification_digest
    where (account_id, event_notification_id) in (
      select * from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]))`);

/** Digests whose notification was deleted after its retention. */
export async function deleteOldDigests(db: Db): Promise<void> {
  await db.rows(sql`
    delete from notification_digest d
    where not exists (
      select from event_notification n
      where n.account_id = d.account_id and n.event_notification_id = d.event_notification_id)`);
}
