import { type Db, sql } from '../db/sql.ts';

/** Calls of one account, day, key, route and channel, added up. */
export interface UsageSum {
  accountId: string;
  day: string;
  apiKeyId: string;
  route: string;
  channel: string;
  routeType: string;
  calls: number;
  results: number;
}

/** Rows are added in key order, so that two processes flushing at once cannot lock each other out. */
export async function addUsage(db: Db, sums: readonly UsageSum[]): Promise<void> {
  await db.rows(sql`
    insert into usage_day (account_id, day, api_key_id, route, channel, route_type, calls, results)
    select "accountId", day, "apiKeyId", route, channel, "routeType", calls, results
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as sums (
      "accountId" uuid, day date, "apiKeyId" uuid, route text, channel text, "routeType" text, calls bigint, results bigint
    )
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, api_key_id, route, channel) do update
    set calls = usage_day.calls + excluded.calls, results = usage_day.results + excluded.results`);
}
