import type { ConcurrencySlots, SlotAllowance } from './concurrency-limiter.ts';

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

export type DestinationStatus = 'ACTIVE' | 'SUSPENDED';

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
