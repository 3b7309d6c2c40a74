import { type Db, firstRow, sql } from '../db/sql.ts';
import type { Span } from './period.ts';

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
 * Adds a batch to the seconds, and what was new of it to the days, in one statement: a batch that was written already, and whose
 * answer was lost, adds nothing. In key order, so that two processes flushing at once cannot lock each other out.
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
      returning account_id, at, api_key_id, route, channel, route_type, calls, results, credits
    )
    insert into usage_day (account_id, day, api_key_id, route, channel, route_type, calls, results, credits)
    select account_id, (at at time zone 'UTC')::date, api_key_id, route, channel, min(route_type),
           sum(calls), sum(results), sum(credits)
    from added group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, api_key_id, route, channel) do update
    set calls = usage_day.calls + excluded.calls, results = usage_day.results + excluded.results,
        credits = usage_day.credits + excluded.credits`);
}

/** Seconds that no period asks for any more. */
export async function forgetSeconds(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from usage_second where at < ${before}`);
}

export interface UsageAsked {
  accountId: string;
  span: Span;
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

/** The columns of a point beside its bucket; what it is not split by is null. */
const SERIES = {
  none: sql`null::uuid as api_key_id, null as route, null as route_type, null as channel`,
  API_KEY: sql`api_key_id, null as route, null as route_type, null as channel`,
  ROUTE: sql`null::uuid as api_key_id, route, route_type, null as channel`,
  CHANNEL: sql`null::uuid as api_key_id, null as route, null as route_type, channel`,
};

const SUMS = sql`coalesce(sum(calls), 0) as calls, coalesce(sum(results), 0) as results, coalesce(sum(credits), 0) as credits`;

/**
 * The total, the series and every split over the days and the two ragged ends, read once. The splits are made of what is added up
 * already: five grouping sets over every row took more than twice as long.
 */
export function usageRows(db: Db, asked: UsageAsked): Promise<UsageRow[]> {
  const { accountId, span, granularity, groupBy = 'none', apiKeyId, channel } = asked;
  const narrowed = sql`account_id = ${accountId}
    and ${apiKeyId === undefined ? sql`true` : sql`api_key_id = ${apiKeyId}`}
    and ${channel === undefined ? sql`true` : sql`channel = ${channel}`}`;
  return db.rows(sql`
    with used as materialized (
      select day, api_key_id, route, route_type, channel, calls, results, credits from usage_day
      where ${narrowed} and day >= ${span.firstDay}::date and day < ${span.lastDay}::date
      union all
      select (at at time zone 'UTC')::date, api_key_id, route, route_type, channel, calls, results, credits from usage_second
      where ${narrowed}
        and (at >= ${span.head.from} and at < ${span.head.to} or at >= ${span.tail.from} and at < ${span.tail.to})
    ), parts as (
      select api_key_id, route, route_type, channel, ${SUMS} from used group by 1, 2, 3, 4
    ), summed as (
      select 8 + grouping(api_key_id, route, channel) as split, null::date as bucket, api_key_id, route, route_type, channel, ${SUMS}
      from parts group by grouping sets ((), (api_key_id), (route, route_type), (channel))
      union all
      select 0, date_trunc(${granularity}::text, day::timestamp)::date as bucket, ${SERIES[groupBy as keyof typeof SERIES]}, ${SUMS}
      from used group by 2, 3, 4, 5, 6
    )
    select split, bucket::text as date, api_key_id as "apiKeyId", api_key.name as "apiKeyName", route, route_type as "routeType",
           channel, calls, results, credits
    from summed left join api_key using (api_key_id)
    order by split, bucket, calls desc, api_key_id, route, channel`);
}

/** Whose key it is. */
export async function ownerOfKey(db: Db, apiKeyId: string): Promise<string | undefined> {
  const row = await firstRow<{ accountId: string }>(
    db,
    sql`select account_id as "accountId" from api_key where api_key_id = ${apiKeyId}`,
  );
  return row?.accountId;
}
