import { USAGE_SECOND } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { SECONDS_RETENTION_DAYS } from './period.ts';
import { deleteUsageSeconds } from './store.ts';

export const usageCleanupJob = ({ db, clock }: { db: Database; clock: Clock }): PeriodicJob => ({
  name: 'delete old usage seconds',
  everyMs: HOUR_MS,
  async run() {
    const now = clock.now();
    await createPartitions(db, USAGE_SECOND, now);
    await deleteUsageSeconds(db, new Date(now.getTime() - SECONDS_RETENTION_DAYS * DAY_MS));
  },
});
