import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../db/unavailable.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Log } from '../lib/log.ts';

const BACKOFF = { firstMs: 500, capMs: 5_000 };

/**
 * Retries a step of the start-up while the database does not answer in time: a machine that is busy at a start is busy for minutes.
 * The step may run twice. Other errors, and an aborted signal, are thrown.
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
        'the database does not answer in time: this machine is busy. Retrying until it does; ending other programs helps',
      );
      await pause(backoffMs(attempt, BACKOFF), undefined, { signal });
    }
  }
}
