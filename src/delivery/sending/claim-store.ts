import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { ClaimAllocation, DuePosition, ScanLimits, ScanPosition } from './allocate-slots.ts';
import type { ClaimedNotification } from './claimed-notification.ts';

/** Until when all that was due at a position is known to be claimed. */
export interface ScanBookmark extends ScanPosition {
  until: string;
}

/** Positions of one scan: some milliseconds of the database. */
const MAX_SCANNED_POSITIONS = 500;

export interface PositionScan {
  now: Date;
  cursor: ScanPosition;
  limits: ScanLimits;
  /** In scan order. */
  bookmarks: readonly ScanBookmark[];
}

export async function findDuePositions(
  db: Db,
  { now, cursor, limits, bookmarks }: PositionScan,
): Promise<{ positions: DuePosition[]; cursor: ScanPosition }> {
  const { defaultSlots, slotsById } = limits.rowsByDestination;
  const row = await firstRow<{ positions: DuePosition[] } & ScanPosition>(
    db,
    sql`
    select positions, cursor_destination as destination, cursor_lane as lane
    from find_due_positions(${now}, ${cursor.destination}, ${cursor.lane}::smallint, ${MAX_SCANNED_POSITIONS}, ${limits.maxRows},
      ${defaultSlots}, ${[...slotsById.keys()]}::uuid[], ${[...slotsById.values()]}::int[],
      ${limits.excludedAccounts}::uuid[], ${limits.rowsByLane}::int[], ${limits.eventStatuses}::text[],
      ${bookmarks.map((one) => one.destination)}::uuid[], ${bookmarks.map((one) => one.lane)}::smallint[],
      ${bookmarks.map((one) => one.until)}::timestamptz[])`,
  );
  if (row === undefined) throw new Error('find_due_positions returned no row');
  const { positions, destination, lane } = row;
  return { positions, cursor: { destination, lane } };
}

/** What was claimed at one position: `index` is that of the allocation. */
export interface ClaimedPosition {
  index: number;
  suspects: number;
  /** Null when only suspects were claimed. */
  lastDue: string | null;
}

export async function claimNotifications(
  db: Db,
  { claim, now, leaseUntil }: { claim: string; now: Date; leaseUntil: Date },
  allocations: readonly ClaimAllocation[],
): Promise<{ claimed: ClaimedNotification[]; positions: ClaimedPosition[] }> {
  const positions = allocations.map(({ position }) => position);
  const row = await firstRow<{ claimed: ClaimedNotification[]; positions: ClaimedPosition[] }>(
    db,
    sql`
    select claimed, claimed_positions as positions from claim_notifications(${claim}, ${now}, ${leaseUntil},
      ${positions.map(({ account }) => account)}::uuid[], ${positions.map(({ destination }) => destination)}::uuid[],
      ${positions.map(({ lane }) => lane)}::smallint[], ${positions.map(({ status }) => status)}::text[],
      ${allocations.map(({ takesEvents }) => takesEvents)}::boolean[], ${positions.map(({ firstDue }) => firstDue)}::timestamptz[],
      ${allocations.map(({ rows }) => rows)}::int[], ${allocations.map(({ suspects }) => suspects)}::int[])`,
  );
  if (row === undefined) throw new Error('claim_notifications returned no row');
  return row;
}
