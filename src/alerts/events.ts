import type { Db } from '../db/sql.ts';
import { deliveryTimes } from '../delivery/notifications/notifications.ts';
import type { Clock } from '../lib/clock.ts';
import type { Page } from '../lib/page.ts';
import { type AlertEventRow, type EventChoice, eventById, eventsPage, forgetEvents } from './events-store.ts';

export type { EventChoice } from './events-store.ts';

export interface AlertEvent extends AlertEventRow {
  /** When its notification was taken; null until then. */
  notifiedAt: Date | null;
}

export async function listEvents(db: Db, choice: EventChoice, page: number): Promise<Page<AlertEvent>> {
  const { rows, total } = await eventsPage(db, choice, page);
  return { rows: await withDeliveries(db, choice.accountId, rows), total };
}

export async function findEvent(
  db: Db,
  alert: { accountId: string; alertId: string },
  id: string,
): Promise<AlertEvent | undefined> {
  const row = await eventById(db, alert, id);
  return row && (await withDeliveries(db, alert.accountId, [row]))[0];
}

async function withDeliveries(
  db: Db,
  accountId: string,
  rows: readonly AlertEventRow[],
): Promise<AlertEvent[]> {
  const moments = await deliveryTimes(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, notifiedAt: moments.get(row.id) ?? null }));
}

const KEPT_MONTHS = 12;
const FORGOTTEN_AT_ONCE = 1_000;

/** Events past the time they are kept, in small batches. */
export async function forgetOldEvents(db: Db, clock: Clock, signal: AbortSignal): Promise<void> {
  const edge = clock.now();
  edge.setUTCMonth(edge.getUTCMonth() - KEPT_MONTHS);
  while (!signal.aborted && (await forgetEvents(db, edge, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
}
