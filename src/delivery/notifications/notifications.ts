import type { Db } from '../../db/sql.ts';
import type { Page } from '../../lib/page.ts';
import {
  type Choice,
  deliveriesOf,
  type NotificationRow,
  notificationById,
  notificationsPage,
} from './store.ts';

export type { Choice, Moments, NotificationRow, NotificationStatus } from './store.ts';

/** The delivery log, the newest first. */
export const listNotifications = (db: Db, choice: Choice, page: number): Promise<Page<NotificationRow>> =>
  notificationsPage(db, choice, page);

export const findNotification = (
  db: Db,
  accountId: string,
  id: string,
): Promise<NotificationRow | undefined> => notificationById(db, accountId, id);

/** When each of these events was delivered; those that were not are left out. */
export async function deliveryTimes(
  db: Db,
  accountId: string,
  eventIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await deliveriesOf(db, accountId, eventIds);
  return new Map(rows.map(({ eventId, deliveredAt }) => [eventId, deliveredAt]));
}
