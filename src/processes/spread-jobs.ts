import { HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';

/** A job as a worker starts it. */
export interface WorkerJob extends PeriodicJob {
  /** For a job of an hour or more that somebody waits for. */
  startsAtOnce?: boolean;
}

/** Nobody waits for a job of this interval or more, unless it says so. */
const MIN_SPREAD_INTERVAL_MS = HOUR_MS;
/** The first requests, changes and deliveries of a process come before its cleanups. */
const FIRST_SPREAD_MS = 60_000;
const SPREAD_STEP_MS = 5_000;

/**
 * Jobs of minutes or less start at once. Those of hours and days begin one after the other in the following minutes: all at
 * once they took every session of the pool, and half a second of CPU, from the first requests.
 */
export function spreadJobs(jobs: readonly WorkerJob[]): PeriodicJob[] {
  let firstAfterMs = FIRST_SPREAD_MS;
  return jobs.map(({ startsAtOnce = false, ...job }) => {
    if (startsAtOnce || job.everyMs < MIN_SPREAD_INTERVAL_MS) return job;
    const spread = { ...job, firstAfterMs };
    firstAfterMs += SPREAD_STEP_MS;
    return spread;
  });
}
