import { setTimeout as timer } from 'node:timers/promises';

/** Monotonic milliseconds, the same in every thread of a process: `performance.now()` starts at 0 in each. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Time is an argument: everything that reads the time or waits gets a clock, so that tests can move it. */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds that only grow: every duration in memory is measured by it, since the wall clock may be set either
   * way.
   */
  monotonicMs(): number;
  /** Ends after `ms`. An aborted signal ends it at once, rejecting with the signal's own reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs, sleep };

/** Node stores a delay in 32 bits and fires a longer one at once: 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let left = ms;
  try {
    while (left > MAX_TIMER_MS) {
      await timer(MAX_TIMER_MS, undefined, { signal });
      left -= MAX_TIMER_MS;
    }
    await timer(Math.max(left, 0), undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}

/** Smaller differences are the slewing of NTP and the rounding of both clocks. */
const MIN_STEP_MS = 1_000;

/** Clocks of several machines differ by less; a moment further ahead was written while the wall clock was ahead. */
export const MAX_CLOCK_SKEW_MS = 10_000;

/** Detects that the wall clock was set: it then no longer runs in step with the monotonic one. */
export class ClockSteps {
  readonly #clock: Clock;
  #offsetMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = offsetMs(clock);
  }

  /** How far the wall clock was set since the last call, negative for back; 0 when it was not. */
  sinceLastMs(): number {
    const offset = offsetMs(this.#clock);
    const step = offset - this.#offsetMs;
    if (Math.abs(step) < MIN_STEP_MS) return 0;
    this.#offsetMs = offset;
    return Math.round(step);
  }
}

const offsetMs = (clock: Clock): number => clock.now().getTime() - clock.monotonicMs();
