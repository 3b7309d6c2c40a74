import { setTimeout as timer } from 'node:timers/promises';

const POLL_MS = 2;

export interface Patience {
  /** Milliseconds of real time, however the injected clock stands; default 5,000. */
  within?: number;
  /** Completes "… did not come within"; asked only at failure, so it can tell how far things got. */
  what?: () => string;
}

/** Waits for a state that comes from outside (a socket, a process), and says what was missing when it does not. */
export async function until(holds: () => boolean, patience: Patience = {}): Promise<void> {
  const { within = 5_000, what = () => 'the awaited state' } = patience;
  const deadline = performance.now() + within;
  while (!holds()) {
    if (performance.now() >= deadline) throw new Error(`${what()} did not come within ${within} ms`);
    await timer(POLL_MS);
  }
}
