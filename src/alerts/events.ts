import { ALERT_EVENT } from '../db/partitioned-tables.ts';
import { createPartitions, dropPartitionsExcept } from '../db/partitions.ts';
import type { Database, Db } from '../db/sql.ts';
import { deleteOldDigests } from '../delivery/notifications/digest.ts';
import { findDeliveryTimes } from '../delivery/notifications/notifications.ts';
import type { Clock } from '../lib/clock.ts';
import type { RowPage } from '../lib/page.ts';
import { deleteSentEntries, selectDigestDeliveries } from './digest-store.ts';
import {
  type AlertEventFilter,
  type AlertEventRow,
  deleteEventsBefore,
  eventById,
  eventsPage,
} from './events-store.ts';

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

const RETENTION_MONTHS = 12;
const DELETE_BATCH_ROWS = 1_000;

/**
 * Deletes events after their retention. Those of four weeks are dropped together, except what was raised long after its
 * revision: an alert that is new reports homes as they are. In other partitions they are deleted in small batches.
 */
export async function deleteOldAlertEvents(db: Database, clock: Clock, signal: AbortSignal): Promise<void> {
  const edge = clock.now();
  await createPartitions(db, ALERT_EVENT, edge);
  edge.setUTCMonth(edge.getUTCMonth() - RETENTION_MONTHS);
  const young = { column: 'created_at', since: edge };
  for (const partition of await dropPartitionsExcept(db, ALERT_EVENT, edge, young))
    while (
      !signal.aborted &&
      (await deleteEventsBefore(db, partition, edge, DELETE_BATCH_ROWS)) === DELETE_BATCH_ROWS
    );
  await deleteSentEntries(db, edge);
  await deleteOldDigests(db);
}
