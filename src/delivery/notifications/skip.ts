import { type Db, sql } from '../../db/sql.ts';
import { skipWhere } from './store.ts';

interface SkipRequest {
  accountId: string;
  /** Shown to the customer as lastErrorMessage. */
  reason: string;
}

/**
 * For deleted or disabled alerts: skips what is pending for them. Called in the transaction that deletes or disables.
 */
export const skipAlertNotifications = (
  db: Db,
  { accountId, ids, reason }: SkipRequest & { ids: readonly string[] },
  now: Date,
): Promise<void> =>
  skipWhere(
    db,
    sql`account_id = ${accountId} and alert_id = any (${ids}::uuid[]) and kind = 'EVENT'`,
    reason,
    now,
  );

export const skipDestinationNotifications = (
  db: Db,
  { accountId, id, reason }: SkipRequest & { id: string },
  now: Date,
): Promise<void> =>
  skipWhere(db, sql`account_id = ${accountId} and event_destination_id = ${id}`, reason, now);
