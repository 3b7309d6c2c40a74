import { LruCache } from '../../lib/lru-cache.ts';
import type { ClaimedNotification } from './claimed-notification.ts';

/** Attempts under way at once in one process. */
export const MAX_CONCURRENT_ATTEMPTS = 256;
/** First tries leave this many places to retries, and retries as many to first tries. */
const RESERVED_SLOTS = 64;
/** Of one account, over all its destinations. */
const MAX_SLOTS_PER_ACCOUNT = 128;
/** A destination nothing is known of begins here, gains a place with each delivery, and falls to one place with a failure. */
const INITIAL_SLOTS_PER_DESTINATION = 4;
const MAX_SLOTS_PER_DESTINATION = 64;
/** Own faults of whatever was claimed after two workers died with it: one of these at a time. */
const MIN_SUSPECT_FAILURES = 3;
/** Each claim names them all. */
const MAX_TRACKED_DESTINATIONS = 500;

/** How much more may be begun: `usual` for whoever is not named in `known`. */
export interface SlotAllowance {
  defaultSlots: number;
  slotsById: ReadonlyMap<string, number>;
}

export interface ConcurrencySlots {
  /** First tries, retries and replays, all together, and suspects: what two workers died with already. */
  lanes: readonly [number, number, number, number];
  destinations: SlotAllowance;
  accounts: SlotAllowance;
}

/**
 * Who may have how many attempts under way: an endpoint that hangs keeps few places busy, a busy account not all of them, and neither
 * first tries nor retries shut the other out.
 */
export class ConcurrencyLimiter {
  readonly #lanes: [number, number] = [0, 0];
  #suspects = 0;
  readonly #destinations = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  readonly #slotLimits = new LruCache<number>(MAX_TRACKED_DESTINATIONS);

  get total(): number {
    return this.#lanes[0] + this.#lanes[1];
  }

  acquire({ lane, destinationId, accountId, internalFailures }: ClaimedNotification): void {
    this.#lanes[lane] += 1;
    this.#suspects += Number(internalFailures >= MIN_SUSPECT_FAILURES);
    add(this.#destinations, destinationId, 1);
    add(this.#accounts, accountId, 1);
  }

  release(
    { lane, destinationId, accountId, internalFailures }: ClaimedNotification,
    delivered: boolean,
  ): void {
    this.#lanes[lane] -= 1;
    this.#suspects -= Number(internalFailures >= MIN_SUSPECT_FAILURES);
    add(this.#destinations, destinationId, -1);
    add(this.#accounts, accountId, -1);
    const pace = this.#slotLimit(destinationId);
    this.#slotLimits.set(destinationId, delivered ? Math.min(MAX_SLOTS_PER_DESTINATION, pace + 1) : 1);
  }

  #slotLimit(destinationId: string): number {
    return this.#slotLimits.get(destinationId) ?? INITIAL_SLOTS_PER_DESTINATION;
  }

  freeSlots(): ConcurrencySlots {
    const free = MAX_CONCURRENT_ATTEMPTS - this.total;
    const most = MAX_CONCURRENT_ATTEMPTS - RESERVED_SLOTS;
    const ofLane = (lane: 0 | 1): number => Math.max(0, Math.min(free, most - this.#lanes[lane]));
    return {
      lanes: [ofLane(0), ofLane(1), free, Math.max(0, 1 - this.#suspects)],
      destinations: {
        defaultSlots: INITIAL_SLOTS_PER_DESTINATION,
        slotsById: new Map(
          [...this.#slotLimits.entries()].map(([id, pace]) => [
            id,
            Math.max(0, pace - (this.#destinations.get(id) ?? 0)),
          ]),
        ),
      },
      accounts: {
        defaultSlots: MAX_SLOTS_PER_ACCOUNT,
        slotsById: new Map(
          [...this.#accounts].map(([id, count]) => [id, Math.max(0, MAX_SLOTS_PER_ACCOUNT - count)]),
        ),
      },
    };
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
