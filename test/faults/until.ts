import { setTimeout as timer } from 'node:timers/promises';

const MIN_POLL_INTERVAL_MS = 2;
const MAX_POLL_INTERVAL_MS = 50;
/** A wait ends at most a tenth later than its condition. */
const WAIT_PER_INTERVAL = 10;

export interface WaitOptions {
  /** Milliseconds of real time, independent of the injected clock; default 5,000. */
  within?: number;
  /** Completes "… did not come within"; called only on failure, so that it can report progress. */
  what?: () => string | Promise<string>;
  /** Milliseconds between two looks; by default they grow with the wait, from 2 to 50. */
  every?: number;
}

/** Waits for an external state (of a socket, a process, a table), and fails with what is missing. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  patience: WaitOptions = {},
): Promise<void> {
  const { within = 5_000, what = () => 'the awaited state', every } = patience;
  const start = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - start;
    if (waitedMs >= within) throw new Error(`${await what()} did not come within ${within} ms`);
    await timer(every ?? pollInterval(waitedMs));
  }
}

/** Most conditions are a query: at a look every 2 ms a long wait takes a core from what it waits for. */
const pollInterval = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs / WAIT_PER_INTERVAL, MIN_POLL_INTERVAL_MS), MAX_POLL_INTERVAL_MS);
