import { type Db, sql } from '../../db/sql.ts';
import { skipWhere } from './store.ts';

interface Skipping {
  accountId: string;
  id: string;
  /** Shown to the customer as lastErrorMessage. */
  reason: string;
}

/** For an alert that is deleted or disabled: what waits for it ends as SKIPPED. Called in the transaction that does so. */
export const skipOfAlert = (db: Db, { accountId, id, reason }: Skipping, now: Date): Promise<void> =>
  skipWhere(db, sql`account_id = ${accountId} and alert_id = ${id} and kind = 'EVENT'`, reason, now);

export const skipOfDestination = (db: Db, { accountId, id, reason }: Skipping, now: Date): Promise<void> =>
  skipWhere(db, sql`account_id = ${accountId} and event_destination_id = ${id}`, reason, now);
