import { setTimeout as timer } from 'node:timers/promises';

const POLL_MS = 2;

export interface WaitOptions {
  /** Milliseconds of real time, independent of the injected clock; default 5,000. */
  within?: number;
  /** Completes "… did not come within"; called only on failure, so that it can report progress. */
  what?: () => string;
}

/** Waits for an external state (of a socket, a process), and fails with what is missing. */
export async function until(holds: () => boolean, patience: WaitOptions = {}): Promise<void> {
  const { within = 5_000, what = () => 'the awaited state' } = patience;
  const deadline = performance.now() + within;
  while (!holds()) {
    if (performance.now() >= deadline) throw new Error(`${what()} did not come within ${within} ms`);
    await timer(POLL_MS);
  }
}
