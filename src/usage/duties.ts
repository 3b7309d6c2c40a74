import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/day-or-moment.ts';
import type { Duty } from '../queue/duty.ts';
import { SECONDS_KEPT_DAYS } from './period.ts';
import { forgetSeconds } from './store.ts';

const HOUR_MS = 3_600_000;

/** One hour's worth at a time, most of the time: the index by age leads to the pages. */
export const forgetUsageSeconds = ({ db, clock }: { db: Db; clock: Clock }): Duty => ({
  name: 'forget the seconds of old calls',
  everyMs: HOUR_MS,
  run: () => forgetSeconds(db, new Date(clock.now().getTime() - SECONDS_KEPT_DAYS * DAY_MS)),
});
