import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/sql.ts';
import { readDeliveryMetrics } from '../delivery/notifications/metrics.ts';
import type { Clock } from '../lib/clock.ts';

/** Read from the database when the metrics are read: every process shows the same. */
export function addDeliveryMetrics(registry: Registry, db: Db, clock: Clock): void {
  const waiting = new Gauge({
    name: 'gable_delivery_notifications',
    help: 'Undelivered notifications: PENDING, or SUSPENDED with their destination.',
    labelNames: ['status'],
    registers: [registry],
  });
  new Gauge({
    name: 'gable_delivery_oldest_due_seconds',
    help: 'Age of the most overdue notification. Alert above 60.',
    registers: [registry],
    async collect() {
      const figures = await readDeliveryMetrics(db, clock.now()).catch(() => undefined);
      if (figures === undefined) return;
      this.set(figures.oldestDueSeconds);
      waiting.set({ status: 'PENDING' }, figures.pending);
      waiting.set({ status: 'SUSPENDED' }, figures.suspended);
    },
  });
}
