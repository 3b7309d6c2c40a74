import { isUnavailable } from '../db/unavailable.ts';
import { noteActivity } from '../lib/activity.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { JobHealth } from './job-health.ts';

/** A job that a worker repeats. It may run in several processes at once. */
export interface PeriodicJob {
  name: string;
  everyMs: number;
  /** The time before its first run; none when absent. */
  firstAfterMs?: number;
  run(signal: AbortSignal): Promise<void>;
}

const FAILURE_BACKOFF = { firstMs: 1_000, capMs: 60_000 };
/** An unavailable database is no fault of the job, which continues within seconds of its return. */
const OUTAGE_BACKOFF = { firstMs: 500, capMs: 2_000 };

/** Repeats a job until the signal aborts. A failing job backs off; its first failure and its recovery are logged. */
export async function runPeriodically(
  job: PeriodicJob,
  { clock, log, health }: { clock: Clock; log: Log; health?: JobHealth | undefined },
  signal: AbortSignal,
): Promise<void> {
  if (job.firstAfterMs !== undefined) await clock.sleep(job.firstAfterMs, signal).catch(() => undefined);
  let failures = 0;
  let backoff = FAILURE_BACKOFF;
  while (!signal.aborted) {
    try {
      noteActivity('job', job.name);
      await job.run(signal);
      health?.succeeded(job.name);
      if (failures > 0) log.info({ event: 'job.recovered', job: job.name, failures }, 'the job runs again');
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0)
        log.error({ event: 'job.failed', job: job.name, err: error }, 'the job fails; it is retried');
      health?.failed(job.name, error);
      failures += 1;
      backoff = isUnavailable(error) ? OUTAGE_BACKOFF : FAILURE_BACKOFF;
    }
    const pause = failures === 0 ? job.everyMs : backoffMs(failures - 1, backoff);
    await clock.sleep(pause, signal).catch(() => undefined);
  }
}
