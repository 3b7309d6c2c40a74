import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { ClockSteps } from '../../lib/clock.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { parkDestinationBacklog } from '../destinations/status-changes.ts';
import type { DestinationKey } from '../destinations/store.ts';
import type { ScanBookmark } from './claim.ts';

/** Between two steps: parking must not slow down deliveries to other endpoints. */
const PAUSE_MS = 50;

interface BacklogParkerParts {
  db: Database;
  clock: Clock;
  onFault: (error: unknown) => void;
}

/**
 * Parks the backlog of suspended destinations in small steps, each in turn, concurrently with claims and records. A
 * later claim finds what is left after a failure or the end of the process.
 */
export class BacklogParker {
  readonly #parts: BacklogParkerParts;
  readonly #destinations = new Map<string, DestinationKey>();
  #running: Promise<void> | undefined;

  constructor(parts: BacklogParkerParts) {
    this.#parts = parts;
  }

  park(destinations: readonly DestinationKey[]): void {
    for (const key of destinations) this.#destinations.set(key.id, key);
    if (this.#destinations.size === 0) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async drain(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { db, clock, onFault } = this.#parts;
    for (const [id, key] of this.#destinations) {
      this.#destinations.delete(id);
      try {
        if (!(await parkDestinationBacklog(db, clock, key))) continue;
        // Behind the others: a map iterates in insertion order, including entries added meanwhile.
        this.#destinations.set(id, key);
        await pause(PAUSE_MS);
      } catch (error) {
        onFault(error);
      }
    }
  }
}

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
