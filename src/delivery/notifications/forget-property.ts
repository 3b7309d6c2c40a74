import { type Db, sql } from '../../db/sql.ts';
import { deleteRequestsAbout } from '../request-bin/store.ts';
import type { DigestEvent } from './digest.ts';

/**
 * Empties the stored bodies of webhooks and mails that carried a property, alone or in a digest: they held the texts of
 * its listings. Prices for mails go as well.
 */
export async function forgetSentBodies(db: Db, propertyIds: readonly string[]): Promise<void> {
  await deleteRequestsAbout(db, propertyIds);
  await forgetDigests(db, propertyIds);
  await db.rows(sql`
    update delivery_attempt set request_body = null, reply_body = null
    from event_notification
    where event_notification.account_id = delivery_attempt.account_id
      and event_notification.event_notification_id = delivery_attempt.event_notification_id
      and event_notification.property_id = any (${propertyIds}::uuid[])
      and (request_body is not null or reply_body is not null)`);
  await db.rows(sql`
    update event_notification set price = null
    where property_id = any (${propertyIds}::uuid[]) and price is not null`);
}

/** A digest is filed under its first home; its body has all of them. */
async function forgetDigests(db: Db, propertyIds: readonly string[]): Promise<void> {
  const concerned = await db.rows<{ accountId: string; id: string }>(sql`
    select account_id as "accountId", event_notification_id as id from notification_digest
    where exists (select 1 from unnest(${propertyIds}::text[]) as named (id) where strpos(events::text, named.id) > 0)`);
  for (const { accountId, id } of concerned) {
    // One by one: on a cluster rows of several shards cannot be locked at once.
    const [digest] = await db.rows<{ events: DigestEvent[] }>(sql`
      select events from notification_digest
      where account_id = ${accountId} and event_notification_id = ${id} for update`);
    if (digest === undefined) continue;
    const priceless = digest.events.map((event) =>
      propertyIds.includes(event.propertyId) ? { ...event, price: null } : event,
    );
    await db.rows(sql`
      update notification_digest set events = ${JSON.stringify(priceless)}::json
      where account_id = ${accountId} and event_notification_id = ${id}`);
    await db.rows(sql`
      update delivery_attempt set request_body = null, reply_body = null
      where account_id = ${accountId} and event_notification_id = ${id}`);
  }
}
