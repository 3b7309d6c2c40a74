import { ALERT_EVENT } from '../db/partitioned-tables.ts';
import { createPartitions, dropPartitionsExcept } from '../db/partitions.ts';
import { type Database, type Db, identifier, sql } from '../db/sql.ts';
import { deleteOldDigests } from '../delivery/notifications/digest.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteSentEntries } from './digest-store.ts';

const eventKey = sql`account_id, alert_id, property_id, revision_id, event_type, subject_id`;
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

/** Deletes events of a partition after their retention, in batches; returns how many. */
async function deleteEventsBefore(
  db: Db,
  partition: string,
  olderThan: Date,
  limit: number,
): Promise<number> {
  const gone = await db.rows(sql`
    delete from ${identifier(partition)} where (${eventKey}) in (
      select ${eventKey} from ${identifier(partition)} where created_at < ${olderThan} limit ${limit})
    returning 1`);
  return gone.length;
}
