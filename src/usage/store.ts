import { USAGE_SECOND } from '../db/partitioned-tables.ts';
import { dropPartitionsBefore, listMixedPartitions } from '../db/partitions.ts';
import { type Database, type Db, firstRow, identifier, sql } from '../db/sql.ts';
import type { UsageSpan } from './period.ts';

/** Calls of one account, second, key, route and channel, added up. */
export interface UsageSum {
  accountId: string;
  /** The second, as text. */
  at: string;
  apiKeyId: string;
  route: string;
  channel: string;
  routeType: string;
  calls: number;
  results: number;
  credits: number;
}

/**
 * Adds a batch to the seconds, and its new rows to the days in their three forms, in one statement: a batch that was
 * written already, as its result was lost, adds nothing. In key order, so that two processes cannot deadlock. Written
 * without fragments, so that the server caches its plan.
 */
export async function addUsage(db: Db, batchId: string, sums: readonly UsageSum[]): Promise<void> {
  await db.rows(sql`
    with added as (
      insert into usage_second (account_id, at, batch_id, api_key_id, route, channel, route_type, calls, results, credits)
      select "accountId", at, ${batchId}, "apiKeyId", route, channel, "routeType", calls, results, credits
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as sums (
        "accountId" uuid, at timestamptz, "apiKeyId" uuid, route text, channel text, "routeType" text,
        calls bigint, results bigint, credits bigint
      )
      on conflict do nothing
      returning account_id, (at at time zone 'UTC')::date as day, api_key_id, route, channel, route_type, calls, results, credits
    ), by_key as (
      insert into usage_day_key (account_id, day, api_key_id, channel, calls, results, credits)
      select account_id, day, api_key_id, channel, sum(calls), sum(results), sum(credits)
      from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (account_id, day, api_key_id, channel) do update
      set calls = usage_day_key.calls + excluded.calls, results = usage_day_key.results + excluded.results,
          credits = usage_day_key.credits + excluded.credits
    ), by_route as (
      insert into usage_day_route (account_id, day, route, channel, route_type, calls, results, credits)
      select account_id, day, route, channel, min(route_type), sum(calls), sum(results), sum(credits)
      from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (account_id, day, route, channel) do update
      set calls = usage_day_route.calls + excluded.calls, results = usage_day_route.results + excluded.results,
          credits = usage_day_route.credits + excluded.credits
    )
    insert into usage_day (account_id, day, api_key_id, route, channel, route_type, calls, results, credits)
    select account_id, day, api_key_id, route, channel, min(route_type), sum(calls), sum(results), sum(credits)
    from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (account_id, day, api_key_id, route, channel) do update
    set calls = usage_day.calls + excluded.calls, results = usage_day.results + excluded.results,
        credits = usage_day.credits + excluded.credits`);
}

/** Seconds that no period reads any more: whole partitions, and rows that are in none of a day. */
export async function deleteUsageSeconds(db: Database, before: Date): Promise<void> {
  await dropPartitionsBefore(db, USAGE_SECOND, before);
  for (const partition of await listMixedPartitions(db, USAGE_SECOND))
    await db.rows(sql`delete from ${identifier(partition)} where at < ${before}`);
}

export interface UsageRowsQuery {
  accountId: string;
  span: UsageSpan;
  granularity: string;
  groupBy: string | undefined;
  apiKeyId: string | undefined;
  channel: string | undefined;
}

export interface UsageRow {
  /** 0 for a point of the series; else 8 and a bit for each of key, route and channel that it is not split by. */
  split: number;
  date: string | null;
  apiKeyId: string | null;
  apiKeyName: string | null;
  route: string | null;
  routeType: string | null;
  channel: string | null;
  calls: number;
  results: number;
  credits: number;
}

/** A sum of bigint is numeric, which takes several times as long to add up. */
const SUMS = sql`coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(results), 0)::bigint as results,
  coalesce(sum(credits), 0)::bigint as credits`;

/**
 * The columns of a point besides its bucket, and the table they are summed from; columns it is not split by are null.
 */
const SERIES = {
  none: sql`null::uuid as api_key_id, null as route, null as route_type, null as channel, ${SUMS} from by_key`,
  API_KEY: sql`api_key_id, null as route, null as route_type, null as channel, ${SUMS} from by_key`,
  ROUTE: sql`null::uuid as api_key_id, route, route_type, null as channel, ${SUMS} from by_route`,
  CHANNEL: sql`null::uuid as api_key_id, null as route, null as route_type, channel, ${SUMS} from by_key`,
};

/** The table of the whole days: only a single key needs every row. */
const DAYS = {
  all: { keys: sql`usage_day_key`, routes: sql`usage_day_route` },
  oneKey: { keys: sql`usage_day`, routes: sql`usage_day` },
};

/** The total, the series and every split over the days and the two partial ends, in one snapshot. */
export function selectUsage(db: Db, query: UsageRowsQuery): Promise<UsageRow[]> {
  const { accountId, span, granularity, groupBy = 'none', apiKeyId, channel } = query;
  const narrowed = sql`account_id = ${accountId}
    and ${apiKeyId === undefined ? sql`true` : sql`api_key_id = ${apiKeyId}`}
    and ${channel === undefined ? sql`true` : sql`channel = ${channel}`}`;
  const whole = sql`${narrowed} and day >= ${span.firstDay}::date and day < ${span.lastDay}::date`;
  const { keys, routes } = DAYS[apiKeyId === undefined ? 'all' : 'oneKey'];
  return db.rows(sql`
    with ends as materialized (
      select (at at time zone 'UTC')::date as day, api_key_id, route, route_type, channel, ${SUMS} from usage_second
      where ${narrowed}
        and (at >= ${span.head.from} and at < ${span.head.to} or at >= ${span.tail.from} and at < ${span.tail.to})
      group by 1, 2, 3, 4, 5
    ), by_key as materialized (
      select day, api_key_id, channel, calls, results, credits from ${keys} where ${whole}
      union all select day, api_key_id, channel, calls, results, credits from ends
    ), by_route as materialized (
      select day, route, route_type, channel, calls, results, credits from ${routes} where ${whole}
      union all select day, route, route_type, channel, calls, results, credits from ends
    ), summed as (
      select 10 + 4 * grouping(api_key_id) + grouping(channel) as split, null::date as bucket,
             api_key_id, null as route, null as route_type, channel, ${SUMS}
      from by_key group by grouping sets ((), (api_key_id), (channel))
      union all
      select 13, null, null, route, route_type, null, ${SUMS} from by_route group by route, route_type
      union all
      select 0, date_trunc(${granularity}::text, day::timestamp)::date as bucket, ${SERIES[groupBy as keyof typeof SERIES]}
      group by 2, 3, 4, 5, 6
    )
    select split, bucket::text as date, api_key_id as "apiKeyId", api_key.name as "apiKeyName", route, route_type as "routeType",
           channel, calls, results, credits
    from summed left join api_key using (api_key_id)
    order by split, bucket, calls desc, api_key_id, route, channel`);
}

/** The account of a key. */
export async function findKeyOwner(db: Db, apiKeyId: string): Promise<string | undefined> {
  const row = await firstRow<{ accountId: string }>(
    db,
    sql`select account_id as "accountId" from api_key where api_key_id = ${apiKeyId}`,
  );
  return row?.accountId;
}
