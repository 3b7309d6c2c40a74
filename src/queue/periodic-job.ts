import { isUnavailable } from '../db/unavailable.ts';
import { noteActivity } from '../lib/activity.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { JobHealth } from './job-health.ts';

/** Something a working process does again and again. It may run in several processes at once and must not mind. */
export interface PeriodicJob {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}

const FAILURE_BACKOFF = { firstMs: 1_000, capMs: 60_000 };
/** A database that is away says nothing about the duty: it goes on within seconds of its return. */
const OUTAGE_BACKOFF = { firstMs: 500, capMs: 2_000 };

/** Repeats a duty until told to end. A failing one backs off, and is logged when it begins to fail and when it is well again. */
export async function runPeriodically(
  job: PeriodicJob,
  { clock, log, health }: { clock: Clock; log: Log; health?: JobHealth | undefined },
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let backoff = FAILURE_BACKOFF;
  while (!signal.aborted) {
    try {
      noteActivity('job', job.name);
      await job.run(signal);
      health?.succeeded(job.name);
      if (failures > 0) log.info({ duty: job.name, failures }, 'a duty is well again');
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) log.error({ duty: job.name, err: error }, 'a duty fails; it is tried on');
      health?.failed(job.name, error);
      failures += 1;
      backoff = isUnavailable(error) ? OUTAGE_BACKOFF : FAILURE_BACKOFF;
    }
    const pause = failures === 0 ? job.everyMs : backoffMs(failures - 1, backoff);
    await clock.sleep(pause, signal).catch(() => undefined);
  }
}
