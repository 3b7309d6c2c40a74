import { Gauge, type Registry } from 'prom-client';
import { readAlertMetrics } from '../alerts/metrics.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';

/** Read from the database when the metrics are read: every process shows the same. */
export function addAlertMetrics(registry: Registry, db: Db, clock: Clock): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const backlog = gauge(
    'gable_alert_backlog_changes',
    'Changes that wait for the turn of an account with many alerts, once an account.',
  );
  const oldest = gauge('gable_alert_backlog_oldest_seconds', 'How old the oldest of them is.');
  new Gauge({
    name: 'gable_alerts_unreadable',
    help: 'Alerts whose criteria cannot be read: they are not matched. Above 0 something is wrong.',
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
