import type { Database } from '../db/sql.ts';
import { dropDestination, findDefaultDestination } from '../delivery/destinations/destinations.ts';
import { skipAlertNotifications } from '../delivery/notifications/skip.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteFirstMatches } from './first-days-store.ts';
import { detachDestination, hasAlertOfDestination } from './store.ts';

/**
 * Its alerts use the default of the account from then on; an alert without any is disabled. Returns whether it existed.
 * Destinations and alerts may be on two nodes: after a crash while both are committed its alerts may still name it, and
 * a repeated removal does the rest.
 */
export function removeDestination(
  db: Database,
  clock: Clock,
  accountId: string,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const existed = await dropDestination(tx, clock, accountId, id);
    if (!existed && !(await hasAlertOfDestination(tx, accountId, id))) return false;
    const now = clock.now();
    const hasDefault = (await findDefaultDestination(tx, accountId)) !== undefined;
    const disabled = await detachDestination(tx, { accountId, destinationId: id }, { hasDefault, now });
    if (disabled.length === 0) return true;
    await deleteFirstMatches(tx, accountId, disabled);
    await skipAlertNotifications(
      tx,
      { accountId, ids: disabled, reason: 'the alert was left without a destination' },
      now,
    );
    return true;
  });
}
