import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DestinationKey } from '../destinations/store.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import {
  allocateSlots,
  type ClaimAllocation,
  type ConcurrencySlots,
  canReceiveEvents,
  computeScanLimits,
  type DuePosition,
  type ScanLimits,
  type ScanPosition,
} from './concurrency-limiter.ts';
import { findDueByAccount } from './due-by-account.ts';
import { releaseUnansweredClaims } from './store.ts';

interface ClaimRequest {
  claim: string;
  now: Date;
  leaseUntil: Date;
  cursor: ScanPosition;
  slots: ConcurrencySlots;
  /** In scan order. */
  bookmarks: readonly ScanBookmark[];
  /** The tables are distributed by account. */
  byAccount?: boolean;
}

export interface ClaimResult {
  claimed: ClaimedNotification[];
  /** Suspended destinations that have something pending, which is to be parked. */
  suspended: DestinationKey[];
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
  const find = request.byAccount ? findDueByAccount : findDuePositions;
  const found = await find(db, { ...request, limits });
  const allocations = allocateSlots(found.positions, slots);
  const claim = request.byAccount ? claimByAccount : claimNotifications;
  const { claimed, positions } =
    allocations.length === 0 ? { claimed: [], positions: [] } : await claim(db, request, allocations);
  const suspended = found.positions.filter(({ status }) => !canReceiveEvents(status));
  return {
    claimed,
    suspended: suspended.map(({ account, destination }) => ({ accountId: account, id: destination })),
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

/** Until when all that was due at a position is known to be claimed. */
export interface ScanBookmark extends ScanPosition {
  until: string;
}

/** Positions of one scan: some milliseconds of the database. */
const MAX_SCANNED_POSITIONS = 500;

interface PositionScan {
  now: Date;
  cursor: ScanPosition;
  limits: ScanLimits;
  /** In scan order. */
  bookmarks: readonly ScanBookmark[];
}

async function findDuePositions(
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
interface ClaimedPosition {
  index: number;
  suspects: number;
  /** Null when only suspects were claimed. */
  lastDue: string | null;
}

interface Claimed {
  claimed: ClaimedNotification[];
  positions: ClaimedPosition[];
}

/** One transaction for each account, on the one node that has it. All have ended when one of them failed. */
async function claimByAccount(
  db: Db,
  request: ClaimRequest,
  allocations: readonly ClaimAllocation[],
): Promise<Claimed> {
  const groups = [...Map.groupBy(allocations.entries(), ([, { position }]) => position.account).values()];
  const ended = await Promise.allSettled(
    groups.map(async (group) => {
      const own = group.map(([, allocation]) => allocation);
      const { claimed, positions } = await claimNotifications(db, request, own);
      return {
        claimed,
        positions: positions.map((one) => ({ ...one, index: group[one.index]?.[0] ?? -1 })),
      };
    }),
  );
  const results = ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return {
    claimed: results.flatMap(({ claimed }) => claimed),
    positions: results.flatMap(({ positions }) => positions),
  };
}

async function claimNotifications(
  db: Db,
  { claim, now, leaseUntil }: ClaimRequest,
  allocations: readonly ClaimAllocation[],
): Promise<Claimed> {
  const positions = allocations.map(({ position }) => position);
  const row = await firstRow<Claimed>(
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

const RETRY_INTERVAL_MS = 500;
/** A statement ends within 4 s even if its caller is gone; well after that nothing can be claimed under its id. */
const CLAIM_EXPIRY_MS = 10_000;

/**
 * Claims whose statement failed. When the connection broke the claim may be committed, and its rows would wait for the
 * end of the lease: they are released as soon as the database answers.
 */
export class UnansweredClaims {
  readonly #parts: { db: Db; clock: Clock };
  #releasedAtMs = Number.NEGATIVE_INFINITY;
  #claims: { claim: string; atMs: number }[] = [];

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#parts = { db, clock };
  }

  add(claim: string): void {
    this.#claims.push({ claim, atMs: this.#parts.clock.monotonicMs() });
  }

  /** Repeated for a while: the server may finish a statement after its caller is gone. */
  async release(): Promise<void> {
    if (this.#claims.length === 0) return;
    const { db, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    const claims = this.#claims;
    const isNew = claims.some(({ atMs }) => atMs >= this.#releasedAtMs);
    if (!isNew && nowMs - this.#releasedAtMs < RETRY_INTERVAL_MS) return;
    await releaseUnansweredClaims(
      db,
      claims.map(({ claim }) => claim),
      clock.now(),
    );
    this.#releasedAtMs = nowMs;
    this.#claims = claims.filter(({ atMs }) => nowMs - atMs < CLAIM_EXPIRY_MS);
  }
}
