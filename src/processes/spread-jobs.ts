import { HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';

/** A job as a worker starts it. */
export interface WorkerJob extends PeriodicJob {
  /** For a job of an hour or more that somebody waits for. */
  startsAtOnce?: boolean;
  /** It scans the whole database, which the first requests and the opening of the search index would wait for. */
  isScan?: boolean;
}

/** Nobody waits for a job of this interval or more, unless it says so. */
const MIN_LATE_INTERVAL_MS = HOUR_MS;
/** The first requests, changes and deliveries of a process come before its cleanups. */
const FIRST_LATE_MS = 60_000;
const LATE_STEP_MS = 5_000;
/** A stored index of 1,000,000 properties is open by then. */
const SCAN_AFTER_MS = 10_000;
/** All within a second. */
const EARLY_STEP_MS = 25;

/**
 * The jobs of minutes or less start within the first second, so that they share some sessions. Those of hours and days begin
 * one after the other in the following minutes. All at once they opened every session of the pool, and took half a second of
 * CPU from the first requests.
 */
export function spreadJobs(jobs: readonly WorkerJob[]): PeriodicJob[] {
  let earlyMs = 0;
  let lateMs = FIRST_LATE_MS;
  return jobs.map(({ startsAtOnce = false, isScan = false, ...job }) => {
    if (isScan) return { ...job, firstAfterMs: SCAN_AFTER_MS };
    const isEarly = startsAtOnce || job.everyMs < MIN_LATE_INTERVAL_MS;
    const firstAfterMs = isEarly ? earlyMs : lateMs;
    if (isEarly) earlyMs += EARLY_STEP_MS;
    else lateMs += LATE_STEP_MS;
    return { ...job, firstAfterMs };
  });
}
