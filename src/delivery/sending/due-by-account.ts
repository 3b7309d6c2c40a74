import { type Db, sql } from '../../db/sql.ts';
import type { DestinationKey } from '../destinations/store.ts';
import type { DuePosition, ScanLimits, ScanPosition } from './concurrency-limiter.ts';

/** Of one scan: each account among them is one question to its shard. */
const MAX_SCANNED_DESTINATIONS = 64;

interface AccountScan {
  now: Date;
  cursor: ScanPosition;
  limits: ScanLimits;
}

/**
 * As `find_due_positions`, for tables that are distributed by account: a scan from one destination to the next would ask
 * every shard for each. The destinations with something due are found by one statement over all shards. What is due
 * there is then counted by account, each on the shard that has it.
 */
export async function findDueByAccount(
  db: Db,
  { now, cursor, limits }: AccountScan,
): Promise<{ positions: DuePosition[]; cursor: ScanPosition }> {
  const destinations = await findDueDestinations(db, now, cursor, limits);
  const accounts = [...Map.groupBy(destinations, ({ accountId }) => accountId)];
  const counted = await Promise.all(
    accounts.map(([account, some]) => countDue(db, { account, ids: some.map(({ id }) => id), now, limits })),
  );
  const order = new Map(destinations.map(({ id }, at) => [id, at]));
  const positionOf = ({ destination }: DuePosition): number => order.get(destination) ?? 0;
  const found = counted
    .flat()
    .sort((one, other) => positionOf(one) - positionOf(other) || one.lane - other.lane);
  return limitPositions(found, cursor, limits);
}

/** In the order of their ids from the cursor on, once round. */
const findDueDestinations = (
  db: Db,
  now: Date,
  cursor: ScanPosition,
  { excludedAccounts }: ScanLimits,
): Promise<DestinationKey[]> =>
  db.rows(sql`
    select d.account_id as "accountId", d.event_destination_id as id from event_destination d
    where d.account_id <> all (${excludedAccounts}::uuid[]) and exists (
      select 1 from event_notification n
      where n.account_id = d.account_id and n.event_destination_id = d.event_destination_id
        and n.status = 'PENDING' and n.due_at <= ${now})
    order by d.event_destination_id <= ${cursor.destination}::uuid, d.event_destination_id
    limit ${MAX_SCANNED_DESTINATIONS}`);

interface AccountCount {
  account: string;
  ids: readonly string[];
  now: Date;
  limits: ScanLimits;
}

/** The same conditions as those of `find_due_positions`, which a test compares. */
function countDue(db: Db, { account, ids, now, limits }: AccountCount): Promise<DuePosition[]> {
  const pending = sql`
    n.account_id = ${account} and n.status = 'PENDING' and n.event_destination_id = d.event_destination_id
    and n.lane = lanes.lane and n.due_at <= ${now}`;
  const sendable = sql`
    (n.kind <> 'EVENT' or d.status = any (${limits.eventStatuses}::text[])) and n.skip_reason is null`;
  return db.rows(sql`
    select d.event_destination_id as destination, lanes.lane, d.account_id as account, d.status,
           to_json(first.due_at) #>> '{}' as "firstDue", (
             select count(*)::int from (
               select 1 from event_notification n
               where ${pending} and ${sendable} and (n.internal_failures < 2 or n.claim_id is null)
               order by n.due_at limit ${limits.maxRows}) as due
           ) as "dueRows", (
             select count(*)::int from (
               select 1 from event_notification n
               where ${pending} and ${sendable} and n.internal_failures >= 2 and n.claim_id is not null
               limit 1) as suspect
           ) as suspects
    from event_destination d cross join (values (0::smallint), (1::smallint)) as lanes (lane)
    cross join lateral (
      select n.due_at from event_notification n where ${pending} order by n.due_at limit 1) as first
    where d.account_id = ${account} and d.event_destination_id = any (${ids}::uuid[])`);
}

/** Cuts a scan as the function of the database does: where its rows, or those of both lanes, are used up. */
function limitPositions(
  found: readonly DuePosition[],
  start: ScanPosition,
  { maxRows, rowsByLane, rowsByDestination }: ScanLimits,
): { positions: DuePosition[]; cursor: ScanPosition } {
  const lanes: [number, number] = [...rowsByLane];
  const positions: DuePosition[] = [];
  let [left, cursor] = [maxRows, start];
  for (const position of found) {
    if (left <= 0 || lanes[0] + lanes[1] <= 0) break;
    const { destination, lane } = position;
    cursor = { destination, lane };
    const ofDestination = rowsByDestination.slotsById.get(destination) ?? rowsByDestination.defaultSlots;
    if (lanes[lane] <= 0 || ofDestination <= 0) continue;
    const dueRows = Math.min(position.dueRows, ofDestination, lanes[lane], left);
    left -= dueRows;
    lanes[lane] -= dueRows;
    positions.push({ ...position, dueRows });
  }
  return { positions, cursor };
}
