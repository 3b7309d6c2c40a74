import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { LOG_RETENTION_MS } from './cursor.ts';
import { deleteLoggedBefore } from './store.ts';

export const purgeChangeLogJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'delete old entries of the change stream',
  everyMs: HOUR_MS,
  async run(signal) {
    const before = new Date(clock.now().getTime() - LOG_RETENTION_MS);
    while (!signal.aborted && (await deleteLoggedBefore(db, before)));
  },
});
