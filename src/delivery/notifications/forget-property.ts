import { type Db, sql } from '../../db/sql.ts';
import { deleteRequestsAbout } from '../request-bin/store.ts';

/** Empties the stored bodies of webhooks that carried a property: they held the texts of its listings. */
export async function forgetSentBodies(db: Db, propertyIds: readonly string[]): Promise<void> {
  await deleteRequestsAbout(db, propertyIds);
  await db.rows(sql`
    update delivery_attempt set request_body = null, reply_body = null
    from event_notification
    where event_notification.account_id = delivery_attempt.account_id
      and event_notification.event_notification_id = delivery_attempt.event_notification_id
      and event_notification.property_id = any (${propertyIds}::uuid[])
      and (request_body is not null or reply_body is not null)`);
}
