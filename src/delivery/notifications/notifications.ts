import type { Db } from '../../db/sql.ts';
import type { RowPage } from '../../lib/page.ts';
import {
  type NotificationFilter,
  type NotificationRow,
  notificationById,
  notificationsPage,
  selectDeliveries,
} from './store.ts';

export type { CreatedRange, NotificationFilter, NotificationRow, NotificationStatus } from './store.ts';

/** The delivery log, the newest first. */
export const listNotifications = (
  db: Db,
  choice: NotificationFilter,
  page: number,
): Promise<RowPage<NotificationRow>> => notificationsPage(db, choice, page);

export const findNotification = (
  db: Db,
  accountId: string,
  id: string,
): Promise<NotificationRow | undefined> => notificationById(db, accountId, id);

/** When each of these events was delivered; undelivered ones are absent. */
export async function findDeliveryTimes(
  db: Db,
  accountId: string,
  eventIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await selectDeliveries(db, accountId, eventIds);
  return new Map(rows.map(({ eventId, deliveredAt }) => [eventId, deliveredAt]));
}
