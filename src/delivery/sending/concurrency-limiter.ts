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
interface SlotAllowance {
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

/** A position of the scan: the notifications of one destination in one lane. */
export interface ScanPosition {
  destination: string;
  lane: number;
}

/** A position with something due, as the scan found it. Nothing is claimed yet. */
export interface DuePosition extends ScanPosition {
  lane: 0 | 1;
  account: string;
  status: DestinationStatus;
  /** When the oldest of them was due. */
  firstDue: string;
  /** Rows that are due, counted up to the limit of the destination. Suspects are not among them. */
  dueRows: number;
  /** 1 if two workers died with a notification that is due here. */
  suspects: number;
}

type DestinationStatus = 'ACTIVE' | 'SUSPENDED';

/** How much a scan may find, so that it reads no position that gets nothing. */
export interface ScanLimits {
  maxRows: number;
  rowsByDestination: SlotAllowance;
  excludedAccounts: readonly string[];
  rowsByLane: readonly [number, number];
  eventStatuses: readonly DestinationStatus[];
}

/** How many notifications to claim from one position. */
export interface ClaimAllocation {
  position: DuePosition;
  takesEvents: boolean;
  rows: number;
  suspects: number;
}

/** Tests and confirmations are sent at any status. */
const EVENT_STATUSES: readonly DestinationStatus[] = ['ACTIVE'];

export const canReceiveEvents = (status: DestinationStatus): boolean => EVENT_STATUSES.includes(status);

/** Undefined when nothing can be claimed. */
export function computeScanLimits({
  lanes,
  destinations,
  accounts,
}: ConcurrencySlots): ScanLimits | undefined {
  const [first, retries, total] = lanes;
  if (total <= 0 || first + retries <= 0) return undefined;
  return {
    maxRows: Math.min(total, first + retries),
    rowsByDestination: destinations,
    excludedAccounts: [...accounts.slotsById].filter(([, slots]) => slots <= 0).map(([id]) => id),
    rowsByLane: [first, retries],
    eventStatuses: EVENT_STATUSES,
  };
}

/**
 * Shares the free slots among positions, in scan order. Each takes what its lane, its account and its destination have
 * left, and no more than is due there. A suspect comes on top: a destination full of other work would never send it.
 */
export function allocateSlots(positions: readonly DuePosition[], slots: ConcurrencySlots): ClaimAllocation[] {
  const left: [number, number, number, number] = [...slots.lanes];
  const accountSlots = new Map(slots.accounts.slotsById);
  const allocations: ClaimAllocation[] = [];
  for (const position of positions) {
    const { account, destination, lane, dueRows } = position;
    const ofAccount = accountSlots.get(account) ?? slots.accounts.defaultSlots;
    const ofDestination = slots.destinations.slotsById.get(destination) ?? slots.destinations.defaultSlots;
    const free = Math.min(left[lane], left[2], ofAccount, ofDestination);
    if (free <= 0) continue;
    const [rows, suspects] = [Math.min(free, dueRows), Math.min(position.suspects, left[3])];
    if (rows + suspects === 0) continue;
    allocations.push({ position, takesEvents: canReceiveEvents(position.status), rows, suspects });
    left[lane] -= rows + suspects;
    left[2] -= rows + suspects;
    left[3] -= suspects;
    accountSlots.set(account, ofAccount - rows - suspects);
  }
  return allocations;
}
