import type { Clock } from '../../lib/clock.ts';
import { ClockSteps } from '../../lib/clock-steps.ts';
import { LatelyUsed } from '../../lib/lately-used.ts';
import type { Passed } from './store.ts';

/** Each claim names them all. */
const PLACES_REMEMBERED = 200;
/** How late what committed out of turn may be found. */
const WHOLE_WALK_MS = 30_000;

/** Where the walk of the claims need not begin at the beginning: what was done there slows it down until the database has cleaned up. */
export class PassedPlaces {
  #places = new LatelyUsed<Passed>(PLACES_REMEMBERED);
  readonly #clock: Clock;
  readonly #steps: ClockSteps;
  /** By the monotonic clock: with the wall clock's, a step back kept these places for as long as the step. */
  #forgottenAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#steps = new ClockSteps(clock);
  }

  add(looked: readonly Passed[]): void {
    for (const one of looked) this.#places.set(`${one.destination} ${one.lane}`, one);
  }

  /** In the order of the walk; none when it is time for a whole one. */
  inOrder(): Passed[] {
    const nowMs = this.#clock.monotonicMs();
    // What is known of due times was written by a wall clock that has been set since.
    const isStepped = this.#steps.sinceLastMs() !== 0;
    if (isStepped || nowMs - this.#forgottenAtMs >= WHOLE_WALK_MS) {
      this.#forgottenAtMs = nowMs;
      this.#places = new LatelyUsed(PLACES_REMEMBERED);
    }
    const places = Array.from(this.#places.entries(), ([, place]) => place);
    return places.sort(
      (one, other) =>
        Number(one.destination > other.destination) - Number(one.destination < other.destination) ||
        one.lane - other.lane,
    );
  }
}
