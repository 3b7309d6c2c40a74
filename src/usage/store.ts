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
  /** Which of the columns this row is split by; see the grouping sets. */
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

const SERIES = {
  none: sql`(bucket)`,
  API_KEY: sql`(bucket, api_key_id)`,
  ROUTE: sql`(bucket, route, route_type)`,
  CHANNEL: sql`(bucket, channel)`,
};

/** The total, the series and every split in one pass over the days and the two ragged ends. */
export function usageRows(db: Db, asked: UsageAsked): Promise<UsageRow[]> {
  const { accountId, span, granularity, groupBy = 'none', apiKeyId, channel } = asked;
  const series = SERIES[groupBy as keyof typeof SERIES];
  return db.rows(sql`
    with used as (
      select day, api_key_id, route, route_type, channel, calls, results, credits from usage_day
      where account_id = ${accountId} and day >= ${span.firstDay}::date and day < ${span.lastDay}::date
      union all
      select (at at time zone 'UTC')::date, api_key_id, route, route_type, channel, calls, results, credits from usage_second
      where account_id = ${accountId}
        and (at >= ${span.head.from} and at < ${span.head.to} or at >= ${span.tail.from} and at < ${span.tail.to})
    ), summed as (
      select grouping(bucket, api_key_id, route, channel) as split, bucket, api_key_id, route, route_type, channel,
             coalesce(sum(calls), 0) as calls, coalesce(sum(results), 0) as results, coalesce(sum(credits), 0) as credits
      from (select *, date_trunc(${granularity}::text, day::timestamp)::date as bucket from used) as used
      where (${apiKeyId ?? null}::uuid is null or api_key_id = ${apiKeyId ?? null})
        and (${channel ?? null}::text is null or channel = ${channel ?? null})
      group by grouping sets ((), ${series}, (api_key_id), (route, route_type), (channel))
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
