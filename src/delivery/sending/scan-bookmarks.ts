import type { Clock } from '../../lib/clock.ts';
import { ClockSteps } from '../../lib/clock-steps.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { ScanBookmark } from './claim-store.ts';

/** Each claim names them all. */
const MAX_BOOKMARKS = 200;
/** How late what committed out of turn may be found. */
const FULL_SCAN_INTERVAL_MS = 30_000;

/** Where the walk of the claims need not begin at the beginning: what was done there slows it down until the database has cleaned up. */
export class ScanBookmarks {
  #bookmarks = new LruCache<ScanBookmark>(MAX_BOOKMARKS);
  readonly #clock: Clock;
  readonly #steps: ClockSteps;
  /** By the monotonic clock: with the wall clock's, a step back kept these places for as long as the step. */
  #clearedAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#steps = new ClockSteps(clock);
  }

  add(bookmarks: readonly ScanBookmark[]): void {
    for (const one of bookmarks) this.#bookmarks.set(`${one.destination} ${one.lane}`, one);
  }

  /** In the order of the walk; none when it is time for a whole one. */
  sorted(): ScanBookmark[] {
    const nowMs = this.#clock.monotonicMs();
    // What is known of due times was written by a wall clock that has been set since.
    const isStepped = this.#steps.sinceLastMs() !== 0;
    if (isStepped || nowMs - this.#clearedAtMs >= FULL_SCAN_INTERVAL_MS) {
      this.#clearedAtMs = nowMs;
      this.#bookmarks = new LruCache(MAX_BOOKMARKS);
    }
    const sortedBookmarks = Array.from(this.#bookmarks.entries(), ([, place]) => place);
    return sortedBookmarks.sort(
      (one, other) =>
        Number(one.destination > other.destination) - Number(one.destination < other.destination) ||
        one.lane - other.lane,
    );
  }
}
