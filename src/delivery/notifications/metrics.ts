import { type Db, firstRow, sql } from '../../db/sql.ts';

export interface DeliveryMetrics {
  /** How many seconds the most overdue notification of an active destination has waited. */
  oldestDueSeconds: number;
  pending: number;
  suspended: number;
}

/** Metrics for operators. Both partial indexes contain only the rows counted here. */
export async function readDeliveryMetrics(db: Db, now: Date): Promise<DeliveryMetrics> {
  const row = await firstRow<{ oldest: number | null; pending: number; suspended: number }>(
    db,
    sql`
    select (select extract(epoch from ${now}::timestamptz - min(due_at))::float8
            from event_notification where status = 'PENDING' and due_at < ${now}) as oldest,
           (select count(*)::int from event_notification where status = 'PENDING') as pending,
           (select count(*)::int from event_notification where status = 'SUSPENDED') as suspended`,
  );
  return {
    oldestDueSeconds: Math.max(0, row?.oldest ?? 0),
    pending: row?.pending ?? 0,
    suspended: row?.suspended ?? 0,
  };
}
