import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { SECONDS_RETENTION_DAYS } from './period.ts';
import { deleteUsageSeconds } from './store.ts';

/** Usually one hour of rows: the index by age leads to the pages. */
export const usageCleanupJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'delete old usage seconds',
  everyMs: HOUR_MS,
  run: () => deleteUsageSeconds(db, new Date(clock.now().getTime() - SECONDS_RETENTION_DAYS * DAY_MS)),
});
