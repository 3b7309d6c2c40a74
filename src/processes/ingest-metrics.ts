import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/sql.ts';
import { countRejected, REJECTION_KINDS } from '../ingest/rejected-records.ts';

/** Read from the database when the metrics are read, so that records rejected by a command count too. */
export function addIngestMetrics(registry: Registry, db: Db): void {
  new Gauge({
    name: 'gable_ingest_rejected_records',
    help: 'Listings whose last record was rejected: INVALID breaks a rule, REFUSED could not be stored. See: gable source rejected.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await countRejected(db).catch(() => undefined);
      if (counts === undefined) return;
      for (const kind of REJECTION_KINDS) this.set({ kind }, counts[kind]);
    },
  });
}
