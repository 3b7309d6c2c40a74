import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/sql.ts';
import { readDeliveryMetrics } from '../delivery/notifications/metrics.ts';
import type { Clock } from '../lib/clock.ts';

/** Asked of the database when the measures are read: every process tells the same. */
export function addDeliveryMetrics(registry: Registry, db: Db, clock: Clock): void {
  const waiting = new Gauge({
    name: 'gable_delivery_notifications',
    help: 'Notifications that are not done: PENDING, or SUSPENDED with their destination.',
    labelNames: ['status'],
    registers: [registry],
  });
  new Gauge({
    name: 'gable_delivery_oldest_due_seconds',
    help: 'How long the most overdue notification has waited. Above 60 something is wrong.',
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
