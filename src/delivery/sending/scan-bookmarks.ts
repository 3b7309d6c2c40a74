import type { Clock } from '../../lib/clock.ts';
import { ClockSteps } from '../../lib/clock-steps.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { ScanBookmark } from './claim-store.ts';

/** Each scan passes them all. */
const MAX_BOOKMARKS = 200;
/** How late a row that committed out of order is found at most. */
const FULL_SCAN_INTERVAL_MS = 30_000;

/** Where scans of due notifications may start: completed rows before it slow a scan down until they are vacuumed. */
export class ScanBookmarks {
  #bookmarks = new LruCache<ScanBookmark>(MAX_BOOKMARKS);
  readonly #clock: Clock;
  readonly #steps: ClockSteps;
  /** By the monotonic clock: with the wall clock a step back would preserve bookmarks for as long as the step. */
  #clearedAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#steps = new ClockSteps(clock);
  }

  add(bookmarks: readonly ScanBookmark[]): void {
    for (const one of bookmarks) this.#bookmarks.set(`${one.destination} ${one.lane}`, one);
  }

  /** In scan order; none when a full scan is due. */
  sorted(): ScanBookmark[] {
    const nowMs = this.#clock.monotonicMs();
    // Due times were written by a wall clock that has been set since.
    const isStepped = this.#steps.sinceLastMs() !== 0;
    if (isStepped || nowMs - this.#clearedAtMs >= FULL_SCAN_INTERVAL_MS) {
      this.#clearedAtMs = nowMs;
      this.#bookmarks = new LruCache(MAX_BOOKMARKS);
    }
    const sortedBookmarks = Array.from(this.#bookmarks.entries(), ([, bookmark]) => bookmark);
    return sortedBookmarks.sort(
      (one, other) =>
        Number(one.destination > other.destination) - Number(one.destination < other.destination) ||
        one.lane - other.lane,
    );
  }
}
