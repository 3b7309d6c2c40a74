import type { Clock } from './clock.ts';

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
