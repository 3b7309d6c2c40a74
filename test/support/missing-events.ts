import { type Db, sql } from '../../src/db/sql.ts';

/** What the database has of events that did not arrive, for the message of a failed test. */
export async function describeMissingEvents(db: Db, ids: readonly string[]): Promise<string> {
  const rows = await db.rows(sql`
    select e.alert_event_id, e.created_at, d.due_at as digest_due_at, d.event_notification_id as digest_id,
           n.status, n.due_at, n.last_error_message
    from alert_event e
    left join alert_digest_entry d using (account_id, alert_event_id)
    left join event_notification n using (account_id, alert_event_id)
    where e.alert_event_id = any (${ids}::uuid[]) limit 5`);
  return JSON.stringify(rows);
}
