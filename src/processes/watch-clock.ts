import { rebasePostponedChanges } from '../alerts/change-store.ts';
import { MATCH_RETRY_DELAY_MS } from '../alerts/match-changes.ts';
import { servedRegions } from '../db/region-set.ts';
import type { Database } from '../db/sql.ts';
import { rebaseDeliveries } from '../delivery/rebase-due.ts';
import { rebaseFeeds } from '../feeds/claims.ts';
import type { Clock } from '../lib/clock.ts';
import { ClockSteps } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Another machine, or this one before the start, may have had a wrong clock. */
const MIN_REBASE_STEP_MS = 60_000;

/** Due times in the database are wall-clock times: after the clock steps back they are corrected. */
export function watchClock({ db, clock, log }: { db: Database; clock: Clock; log: Log }): PeriodicJob {
  const steps = new ClockSteps(clock);
  let rebaseAtMs = Number.NEGATIVE_INFINITY;
  return {
    name: 'watch the clock',
    everyMs: CHECK_INTERVAL_MS,
    async run() {
      const stepMs = steps.sinceLastMs();
      if (stepMs !== 0) {
        log.warn({ event: 'clock.stepped', stepMs }, 'the wall clock was set');
        rebaseAtMs = Number.NEGATIVE_INFINITY;
      }
      if (clock.monotonicMs() < rebaseAtMs) return;
      const moved = await rebaseAll(db, clock.now());
      if (moved > 0) log.warn({ event: 'clock.due_times_moved', moved }, 'due times were ahead of the clock');
      rebaseAtMs = clock.monotonicMs() + MIN_REBASE_STEP_MS;
    },
  };
}

const rebaseAll = async (db: Database, now: Date): Promise<number> =>
  (await rebaseDeliveries(db, now)) + (await rebaseFeeds(db, now)) + (await rebaseChanges(db, now));

async function rebaseChanges(db: Database, now: Date): Promise<number> {
  let moved = 0;
  for (const region of servedRegions(db))
    moved += await rebasePostponedChanges(region.db, now, MATCH_RETRY_DELAY_MS);
  return moved;
}
