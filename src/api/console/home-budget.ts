import { MINUTE_MS } from '../../lib/durations.ts';
import { LruCache } from '../../lib/lru-cache.ts';

/** Homes a person may look at in a burst: 200 pages of results. */
export const MAX_BURST_HOMES = 5_000;
/** Homes a minute after that. A program that reads more uses a key, and an export has no bound. */
const HOMES_PER_MINUTE = 1_200;
const MAX_PEOPLE = 10_000;

interface Looking {
  homes: number;
  at: number;
}

/** A leaky bucket for each person, counted by each process: looking is free, copying the stock is not. */
export class HomeBudget {
  readonly #people = new LruCache<Looking>(MAX_PEOPLE);

  /** Milliseconds until the person may look at more homes; 0 when they may now. */
  waitMs(personId: string, nowMs: number): number {
    const over = this.#homes(personId, nowMs) - MAX_BURST_HOMES;
    return over < 0 ? 0 : ((over + 1) / HOMES_PER_MINUTE) * MINUTE_MS;
  }

  spend(personId: string, homes: number, nowMs: number): void {
    this.#people.set(personId, { homes: this.#homes(personId, nowMs) + homes, at: nowMs });
  }

  #homes(personId: string, nowMs: number): number {
    const { homes, at } = this.#people.get(personId) ?? { homes: 0, at: nowMs };
    return Math.max(0, homes - ((nowMs - at) / MINUTE_MS) * HOMES_PER_MINUTE);
  }
}
