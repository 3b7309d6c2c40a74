import { LruCache } from '../../lib/lru-cache.ts';
import type { ClaimedNotification } from './claimed-notification.ts';

/** Concurrent attempts of one process. */
export const MAX_CONCURRENT_ATTEMPTS = 256;
/** Slots that first attempts leave to retries, and retries to first attempts. */
const RESERVED_SLOTS = 64;
/** For one account, over all its destinations. */
const MAX_SLOTS_PER_ACCOUNT = 128;
/** An unknown destination starts here, gains a slot with each delivery, and falls to one slot with a failure. */
const INITIAL_SLOTS_PER_DESTINATION = 4;
const MAX_SLOTS_PER_DESTINATION = 64;
/** Internal failures of a notification that was claimed after two workers died with it: one of these at a time. */
const MIN_SUSPECT_FAILURES = 3;
/** Each claim passes them all. */
const MAX_TRACKED_DESTINATIONS = 500;

/** How many more attempts may start: `defaultSlots` for those not in `slotsById`. */
export interface SlotAllowance {
  defaultSlots: number;
  slotsById: ReadonlyMap<string, number>;
}

export interface ConcurrencySlots {
  /** First attempts, retries and replays, all of them, and suspects: notifications that two workers died with. */
  lanes: readonly [number, number, number, number];
  destinations: SlotAllowance;
  accounts: SlotAllowance;
}

/**
 * Limits concurrent attempts: an endpoint that hangs uses few slots, a busy account not all of them, and neither first
 * attempts nor retries block each other.
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
    const limit = this.#slotLimit(destinationId);
    this.#slotLimits.set(destinationId, delivered ? Math.min(MAX_SLOTS_PER_DESTINATION, limit + 1) : 1);
  }

  #slotLimit(destinationId: string): number {
    return this.#slotLimits.get(destinationId) ?? INITIAL_SLOTS_PER_DESTINATION;
  }

  freeSlots(): ConcurrencySlots {
    const free = MAX_CONCURRENT_ATTEMPTS - this.total;
    const laneSlots = MAX_CONCURRENT_ATTEMPTS - RESERVED_SLOTS;
    const freeInLane = (lane: 0 | 1): number => Math.max(0, Math.min(free, laneSlots - this.#lanes[lane]));
    return {
      lanes: [freeInLane(0), freeInLane(1), free, Math.max(0, 1 - this.#suspects)],
      destinations: {
        defaultSlots: INITIAL_SLOTS_PER_DESTINATION,
        slotsById: new Map(
          [...this.#slotLimits.entries()].map(([id, limit]) => [
            id,
            Math.max(0, limit - (this.#destinations.get(id) ?? 0)),
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
