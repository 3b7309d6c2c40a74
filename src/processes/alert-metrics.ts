import { Gauge, type Registry } from 'prom-client';
import { readAlertMetrics } from '../alerts/metrics.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';

/** Read from the database when the metrics are read: every process shows the same. */
export function addAlertMetrics(registry: Registry, db: Db, clock: Clock): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const backlog = gauge(
    'gable_alert_backlog_changes',
    'Changes that wait for an account with many alerts, counted once an account.',
  );
  const oldest = gauge(
    'gable_alert_backlog_oldest_seconds',
    'Age of the oldest change in the alert backlog.',
  );
  new Gauge({
    name: 'gable_alerts_unreadable',
    help: 'Alerts with unreadable criteria, which are not matched. Alert above 0.',
    registers: [registry],
    async collect() {
      const figures = await readAlertMetrics(db, clock.now()).catch(() => undefined);
      if (figures === undefined) return;
      this.set(figures.unreadable);
      backlog.set(figures.backlog);
      oldest.set(figures.backlogSeconds);
    },
  });
}
