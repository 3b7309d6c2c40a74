import { type Db, sql, unnestRows } from '../db/sql.ts';
import type { DigestEvent } from '../delivery/notifications/digest.ts';
import { lockRows, type WorkQueue } from '../queue/claims.ts';
import type { AlertId } from './store.ts';

export interface DigestEntryInsert {
  account_id: string;
  alert_event_id: string;
  alert_id: string;
  event_type: string;
  property_id: string;
  listing_id: string | null;
  price: object | null;
  due_at: Date;
}

const columns = {
  account_id: 'uuid',
  alert_event_id: 'uuid',
  alert_id: 'uuid',
  event_type: 'text',
  property_id: 'uuid',
  listing_id: 'uuid',
  price: 'json',
  due_at: 'timestamptz',
} as const;

export async function insertDigestEntries(
  db: Db,
  entries: readonly DigestEntryInsert[],
  now: Date,
): Promise<void> {
  await db.rows(sql`
    insert into alert_digest_entry
      (account_id, alert_event_id, alert_id, event_type, property_id, listing_id, price, due_at, created_at)
    select account_id, alert_event_id, alert_id, event_type, property_id, listing_id, price, due_at, ${now}
    from ${unnestRows(entries, columns)}
    on conflict (account_id, alert_event_id) do nothing`);
}

/** Takes the price out of the entries about properties: it may be that of a removed listing. */
export const forgetDigestPrices = (db: Db, propertyIds: readonly string[]): Promise<unknown> =>
  db.rows(sql`
    update alert_digest_entry set price = null
    where property_id = any (${propertyIds}::uuid[]) and price is not null`);

/** An alert with a digest that is due. */
export const findDueDigest = async (db: Db, now: Date): Promise<AlertId | undefined> =>
  (
    await db.rows<AlertId>(sql`
      select account_id as "accountId", alert_id as id from alert_digest_entry
      where event_notification_id is null and due_at <= ${now} order by due_at limit 1`)
  )[0];

/** The most events in one digest; the others follow in the next one at once. */
const MAX_DIGEST_EVENTS = 500;

const ENTRIES: WorkQueue = { table: 'alert_digest_entry', key: ['account_id', 'alert_event_id'] };

/** Locked: two workers never send the same entries. */
export const lockDueEntries = (db: Db, { accountId, id }: AlertId, now: Date): Promise<DigestEvent[]> =>
  lockRows(
    db,
    ENTRIES,
    sql`alert_event_id as "eventId", event_type as "eventType", property_id as "propertyId",
        listing_id as "listingId", price`,
    {
      where: sql`account_id = ${accountId} and alert_id = ${id} and event_notification_id is null and due_at <= ${now}`,
      orderBy: sql`created_at, alert_event_id`,
      limit: MAX_DIGEST_EVENTS,
    },
  );

export async function markDigested(
  db: Db,
  accountId: string,
  eventIds: readonly string[],
  notificationId: string,
): Promise<void> {
  await db.rows(sql`
    update alert_digest_entry set event_notification_id = ${notificationId}
    where account_id = ${accountId} and alert_event_id = any (${eventIds}::uuid[])`);
}

/** Entries of alerts that are deleted or disabled: their events stay visible, and are not sent. */
export async function deleteDigestEntries(
  db: Db,
  accountId: string,
  alertIds: readonly string[],
): Promise<void> {
  await db.rows(sql`
    delete from alert_digest_entry
    where account_id = ${accountId} and alert_id = any (${alertIds}::uuid[]) and event_notification_id is null`);
}

/** How many events of an alert were sent at once since a moment. */
export async function countSentAtOnce(db: Db, { accountId, id }: AlertId, since: Date): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`
    select count(*)::int as count from alert_event e
    where e.account_id = ${accountId} and e.alert_id = ${id} and e.created_at >= ${since}
      and not exists (
        select from alert_digest_entry d
        where d.account_id = e.account_id and d.alert_event_id = e.alert_event_id)`);
  return row?.count ?? 0;
}

/** When the digests of these events were delivered. */
export const selectDigestDeliveries = (
  db: Db,
  accountId: string,
  eventIds: readonly string[],
): Promise<{ eventId: string; deliveredAt: Date }[]> =>
  db.rows(sql`
    select d.alert_event_id as "eventId", n.delivered_at as "deliveredAt"
    from alert_digest_entry d
    join event_notification n on n.account_id = d.account_id and n.event_notification_id = d.event_notification_id
    where d.account_id = ${accountId} and d.alert_event_id = any (${eventIds}::uuid[]) and n.delivered_at is not null`);

/** Entries that were sent, after their retention. */
export async function deleteSentEntries(db: Db, before: Date): Promise<void> {
  await db.rows(
    sql`delete from alert_digest_entry where created_at < ${before} and event_notification_id is not null`,
  );
}
