import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../db/unavailable.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Log } from '../lib/log.ts';

const BACKOFF = { firstMs: 500, capMs: 5_000 };

/**
 * Runs a step of the start-up again while the database does not answer in time: a machine that is busy when a process starts is so for minutes.
 * The step may run twice. Other failures, and the end of patience, are the caller's.
 */
export async function retryWhileBusy<Result>(
  step: () => Promise<Result>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      signal.throwIfAborted();
      const reason = (error as Error).message;
      log.warn(
        { event: 'start.database_busy', reason, attempt: attempt + 1 },
        'the database does not answer in time; trying again',
      );
      await pause(backoffMs(attempt, BACKOFF), undefined, { signal });
    }
  }
}
