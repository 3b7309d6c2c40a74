import { randomUUID } from 'node:crypto';
import { type Db, sql } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { DAY_MS } from '../src/lib/durations.ts';
import { UsageMeter } from '../src/usage/meter.ts';
import { reportUsage, type UsageReportResult } from '../src/usage/report.ts';
import { freshDatabase } from '../test/support/database.ts';
import { createOwner } from '../test/support/owners.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { sessionClock } from './support/session-cpu.ts';

export const title = 'Usage: CPU of metering a call, and the report over a year of 50 million calls';

const CALLS = 1_000_000;
const ACCOUNTS = 50;
const ROUTES = 15;
const KEYS = 8;
/** 137,000 a day, 8 keys on 15 routes, a tenth of it through MCP: 50 million a year. */
const CALLS_PER_ROW = 571;
const TRIES = 20;

export async function run(_: string[], scope: TestScope): Promise<void> {
  const { db } = await freshDatabase(scope, { statementTimeoutMs: 600_000 });
  await measureMeter(db);
  await measureReport(db);
}

type Opened = Awaited<ReturnType<typeof freshDatabase>>['db'];

async function measureMeter(db: Opened): Promise<void> {
  const meter = new UsageMeter(db, (error) => console.error(error));
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID());
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) {
    const accountId = accounts[call % ACCOUNTS] ?? '';
    const route = `GET /route/${call % ROUTES}`;
    const at = systemClock.now();
    meter.record({
      accountId,
      apiKeyId: accountId,
      route,
      routeType: 'read',
      channel: 'DIRECT',
      results: 1,
      at,
    });
    // As in a server, the timer that writes gets its turn.
    if (call % 1_000 === 0) await new Promise((resume) => setImmediate(resume));
  }
  await meter.flush();
  const { user, system } = process.cpuUsage(before);
  console.log(`metering: ${((user + system) / CALLS).toFixed(2)} µs of CPU a call, writing included`);
}

async function measureReport(db: Opened): Promise<void> {
  const { accountId, apiKey } = await createOwner(db, systemClock);
  const { apiKeyId } = apiKey;
  await db.rows(sql`
    insert into api_key (api_key_id, account_id, name, digest, hint, created_at)
    select gen_random_uuid(), ${accountId}, 'key ' || n, sha256(n::text::bytea), 'xxxx', now() from generate_series(2, ${KEYS}::int) n`);
  await db.rows(sql`
    insert into usage_day (account_id, day, api_key_id, route, channel, route_type, calls, results, credits)
    select ${accountId}, day::date, api_key_id, 'GET /route/' || route, channel, 'read', ${CALLS_PER_ROW}::int, 10, 0
    from generate_series(now() - interval '365 days', now(), interval '1 day') as day, api_key,
         generate_series(1, ${ROUTES}::int) as route, unnest(array['DIRECT', 'MCP']) as channel
    where account_id = ${accountId}`);
  await db.rows(sql`
    insert into usage_day_key
    select account_id, day, api_key_id, channel, sum(calls), sum(results), sum(credits)
    from usage_day where account_id = ${accountId} group by 1, 2, 3, 4`);
  await db.rows(sql`
    insert into usage_day_route
    select account_id, day, route, channel, 'read', sum(calls), sum(results), sum(credits)
    from usage_day where account_id = ${accountId} group by 1, 2, 3, 4`);
  // The partial first day of the default period, second by second.
  await db.rows(sql`
    insert into usage_second (account_id, at, batch_id, api_key_id, route, channel, route_type, calls, results, credits)
    select account_id, date_trunc('day', now()) - interval '30 days' + (n % 86400) * interval '1 second', gen_random_uuid(),
           api_key_id, 'GET /route/' || n % ${ROUTES}::int, 'DIRECT', 'read', 1, 1, 0
    from api_key, generate_series(1, 137000 / ${KEYS}::int) as n where account_id = ${accountId}`);
  await db.rows(sql`analyze`);
  const caller = { accountId, billedInCredits: false };
  const now = systemClock.now();
  const year = new Date(now.getTime() - 365 * DAY_MS).toISOString().slice(0, 10);
  const queries = {
    'a year by day': { startDate: year },
    'a year by day and route': { startDate: year, groupBy: 'ROUTE' as const },
    'a year by day through MCP': { startDate: year, channel: 'MCP' as const },
    'a year by day of one key': { startDate: year, apiKeyId },
    'the default 30 days': {},
  };
  for (const [name, question] of Object.entries(queries)) {
    await db.transaction(async (one) => {
      const { best, calls, cpu } = await measureQuery(one, () => reportUsage(one, caller, question, now));
      console.log(`${name}: ${best.toFixed(0)} ms, of CPU ${cpu.toFixed(0)} ms (${calls} calls)`);
    });
  }
}

/** The best of some runs, and the CPU time of one here and in the database: a busy machine does not lengthen that. */
async function measureQuery(db: Db, ask: () => Promise<UsageReportResult>) {
  const cpu = await sessionClock(db);
  let [best, calls] = [Number.POSITIVE_INFINITY, 0];
  const before = { own: process.cpuUsage(), database: cpu() };
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begun = performance.now();
    const reported = await ask();
    best = Math.min(best, performance.now() - begun);
    if ('report' in reported) calls = reported.report.totals.calls;
  }
  const { user, system } = process.cpuUsage(before.own);
  return { best, calls, cpu: ((user + system) / 1000 + cpu() - before.database) / TRIES };
}
