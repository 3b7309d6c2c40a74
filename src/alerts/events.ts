import type { Db } from '../db/sql.ts';
import { findDeliveryTimes } from '../delivery/notifications/notifications.ts';
import type { RowPage } from '../lib/page.ts';
import { selectDigestDeliveries } from './digest-store.ts';
import { type AlertEventFilter, type AlertEventRow, eventById, eventsPage } from './events-store.ts';

export type { AlertEventFilter } from './events-store.ts';

export interface AlertEvent extends AlertEventRow {
  /** When its notification was delivered; null until then. */
  notifiedAt: Date | null;
}

export async function listAlertEvents(
  db: Db,
  choice: AlertEventFilter,
  page: number,
): Promise<RowPage<AlertEvent>> {
  const { rows, total } = await eventsPage(db, choice, page);
  return { rows: await addDeliveryTimes(db, choice.accountId, rows), total };
}

export async function findAlertEvent(
  db: Db,
  alert: { accountId: string; alertId: string },
  id: string,
): Promise<AlertEvent | undefined> {
  const row = await eventById(db, alert, id);
  return row && (await addDeliveryTimes(db, alert.accountId, [row]))[0];
}

async function addDeliveryTimes(
  db: Db,
  accountId: string,
  rows: readonly AlertEventRow[],
): Promise<AlertEvent[]> {
  const moments = await findDeliveryTimes(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  const unsent = rows.filter(({ id }) => !moments.has(id)).map(({ id }) => id);
  for (const { eventId, deliveredAt } of await selectDigestDeliveries(db, accountId, unsent))
    moments.set(eventId, deliveredAt);
  return rows.map((row) => ({ ...row, notifiedAt: moments.get(row.id) ?? null }));
}
