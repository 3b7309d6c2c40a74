import { setTimeout as timer } from 'node:timers/promises';

const POLL_MS = 2;

export interface WaitOptions {
  /** Milliseconds of real time, independent of the injected clock; default 5,000. */
  within?: number;
  /** Completes "… did not come within"; called only on failure, so that it can report progress. */
  what?: () => string | Promise<string>;
  /** Milliseconds between two looks. */
  every?: number;
}

/** Waits for an external state (of a socket, a process, a table), and fails with what is missing. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  patience: WaitOptions = {},
): Promise<void> {
  const { within = 5_000, what = () => 'the awaited state', every = POLL_MS } = patience;
  const deadline = performance.now() + within;
  while (!(await holds())) {
    if (performance.now() >= deadline) throw new Error(`${await what()} did not come within ${within} ms`);
    await timer(every);
  }
}
