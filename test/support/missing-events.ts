import assert from 'node:assert/strict';
import { type Db, sql } from '../../src/db/sql.ts';

interface Arrivals {
  readonly recorded: readonly string[];
  readonly received: readonly string[];
  /** Whose events they are, for the message. */
  readonly of: unknown;
}

/** Fails with what the database has of events that did not arrive. */
export async function assertArrivedOnce(db: Db, { recorded, received, of }: Arrivals): Promise<void> {
  const missing = recorded.filter((id) => !received.includes(id));
  const twice = received.filter((id, at) => received.indexOf(id) !== at);
  const seen = { of, recorded: recorded.length, rows: await selectStates(db, missing) };
  assert.deepEqual({ missing, twice }, { missing: [], twice: [] }, JSON.stringify(seen));
}

const selectStates = (db: Db, ids: readonly string[]): Promise<unknown[]> =>
  db.rows(sql`
    select e.alert_event_id, e.created_at, d.due_at as digest_due_at, d.event_notification_id as digest_id,
           n.status, n.due_at, n.last_error_message
    from alert_event e
    left join alert_digest_entry d using (account_id, alert_event_id)
    left join event_notification n using (account_id, alert_event_id)
    where e.alert_event_id = any (${ids}::uuid[]) limit 5`);
