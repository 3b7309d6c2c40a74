import { type Db, sql } from '../../db/sql.ts';
import { skipWhere } from './store.ts';

interface Skipping {
  accountId: string;
  /** Shown to the customer as lastErrorMessage. */
  reason: string;
}

/** For alerts that are deleted or disabled: what waits for them ends as SKIPPED. Called in the transaction that does so. */
export const skipOfAlerts = (
  db: Db,
  { accountId, ids, reason }: Skipping & { ids: readonly string[] },
  now: Date,
): Promise<void> =>
  skipWhere(
    db,
    sql`account_id = ${accountId} and alert_id = any (${ids}::uuid[]) and kind = 'EVENT'`,
    reason,
    now,
  );

export const skipOfDestination = (
  db: Db,
  { accountId, id, reason }: Skipping & { id: string },
  now: Date,
): Promise<void> =>
  skipWhere(db, sql`account_id = ${accountId} and event_destination_id = ${id}`, reason, now);
