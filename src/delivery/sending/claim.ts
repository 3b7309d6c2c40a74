import type { Db } from '../../db/sql.ts';
import {
  allocateSlots,
  type ClaimAllocation,
  canReceiveEvents,
  computeScanLimits,
  type ScanPosition,
} from './allocate-slots.ts';
import {
  type ClaimedPosition,
  claimNotifications,
  findDuePositions,
  type ScanBookmark,
} from './claim-store.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import type { ConcurrencySlots } from './concurrency-limiter.ts';

export interface ClaimRequest {
  claim: string;
  now: Date;
  leaseUntil: Date;
  cursor: ScanPosition;
  slots: ConcurrencySlots;
  /** In scan order. */
  bookmarks: readonly ScanBookmark[];
}

export interface ClaimResult {
  claimed: ClaimedNotification[];
  /** Suspended destinations that have something pending, which is to be parked. */
  suspended: string[];
  cursor: ScanPosition;
  bookmarks: ScanBookmark[];
}

/**
 * A row may commit this long after others of its position that were due later; a scan from the bookmark on still finds
 * it.
 */
const LATE_COMMIT_MS = 3_000;

/** Scans for due positions, shares out the free slots and claims. */
export async function claimDueNotifications(db: Db, request: ClaimRequest): Promise<ClaimResult> {
  const { slots, cursor } = request;
  const limits = computeScanLimits(slots);
  if (limits === undefined) return { claimed: [], suspended: [], cursor, bookmarks: [] };
  const found = await findDuePositions(db, { ...request, limits });
  const allocations = allocateSlots(found.positions, slots);
  const { claimed, positions } =
    allocations.length === 0
      ? { claimed: [], positions: [] }
      : await claimNotifications(db, request, allocations);
  const suspended = found.positions.filter(({ status }) => !canReceiveEvents(status));
  return {
    claimed,
    suspended: suspended.map(({ destination }) => destination),
    cursor: found.cursor,
    bookmarks: positions.flatMap((position) => toBookmark(position, allocations[position.index])),
  };
}

/** None where a suspect was claimed or events are not sent: older rows may be left there. */
function toBookmark(
  { lastDue, suspects }: ClaimedPosition,
  allocation: ClaimAllocation | undefined,
): ScanBookmark[] {
  if (allocation === undefined || lastDue === null || suspects > 0 || !allocation.takesEvents) return [];
  const { destination, lane } = allocation.position;
  return [{ destination, lane, until: new Date(Date.parse(lastDue) - LATE_COMMIT_MS).toISOString() }];
}
