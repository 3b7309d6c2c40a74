import { setTimeout as pause } from 'node:timers/promises';

/** Some milliseconds of work that the first request of a kind would wait for. */
export type WarmUpStep = () => unknown;

interface WarmUpOptions {
  readonly signal: AbortSignal;
  /** Whether requests are open, or were just now: a step would delay them. */
  readonly isServing?: () => boolean;
}

/** A step begins when the event loop was idle for most of the pause before it. */
const PAUSE_MS = 4;
const MAX_BUSY_SHARE = 0.5;
/** On a machine that is never idle the first requests do the work, as without a warm-up. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs steps one after the other while the event loop is idle. A step that fails ends it: the request that needs the same reports
 * the failure.
 */
export async function warmUp(steps: readonly WarmUpStep[], options: WarmUpOptions): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  try {
    for (const step of steps) {
      while (!(await wasIdle(options))) if (options.signal.aborted || performance.now() > deadline) return;
      await step();
    }
  } catch {
    // Nobody waits for it.
  }
}

async function wasIdle({ signal, isServing }: WarmUpOptions): Promise<boolean> {
  const before = performance.eventLoopUtilization();
  await pause(PAUSE_MS, undefined, { ref: false });
  if (signal.aborted || isServing?.() === true) return false;
  return performance.eventLoopUtilization(before).utilization < MAX_BUSY_SHARE;
}
