import { once } from 'node:events';
import { createAccount } from '../src/accounts/accounts.ts';
import { type Db, sql } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createRandom } from '../src/world/random.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { randomCriteriaJson } from './alerts/market.ts';
import { changeMarket, startAlertWorker } from './alerts.ts';
import { openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'From a change to its events for other accounts, alone and beside one with 10,000 alerts that match everything';

const ACCOUNTS = 20;
const ALERTS_PER_ACCOUNT = 500;
const RULES = ['NEW_MATCH', 'PRICE_CHANGE', 'OTHER_CHANGE'].map((eventType) => ({
  eventType,
  scope: 'PROPERTY',
}));

/** `--rate N` changes a second, `--seconds N` of each half, `--heavy N` alerts of the one account. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rate, seconds, heavy } = parseOptions(args, { rate: 10, seconds: 20, heavy: 10_000 });
  const { db, connection } = await openBenchDatabase(scope);
  const chance = createRandom('fair', 'alerts');
  for (let number = 0; number < ACCOUNTS; number++)
    await saveAlerts(
      db,
      `light ${number}`,
      Array.from({ length: ALERTS_PER_ACCOUNT }, () => randomCriteriaJson(chance)),
    );
  await once(startAlertWorker(scope, connection), 'message');
  const alone = await latencies(db, rate, seconds);
  await saveAlerts(
    db,
    'heavy',
    Array.from({ length: heavy }, () => ({})),
  );
  // Saved through the API they would have arrived over twenty minutes: the worker loads them before the measurement.
  await latencies(db, rate, 1);
  const beside = await latencies(db, rate, seconds);
  const [recorded] = await db.rows<{ count: number }>(sql`
    select count(*)::int as count from alert_event join account using (account_id) where account.name = 'heavy'`);
  console.log(`alone: ${formatLatencies(alone)}`);
  console.log(
    `beside ${heavy} alerts that match everything, ${recorded?.count} of whose events were recorded meanwhile: ${formatLatencies(beside)}`,
  );
  console.log(
    `ratio: p50 ${(beside.p50 / alone.p50).toFixed(2)}, p99 ${(beside.p99 / alone.p99).toFixed(2)}`,
  );
}

interface Latencies {
  events: number;
  p50: number;
  p99: number;
}

const formatLatencies = ({ events, p50, p99 }: Latencies): string =>
  `${events} events of the others, p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`;

const SAVE_BATCH_ROWS = 2_000;

async function saveAlerts(db: Db, name: string, criteria: readonly object[]): Promise<void> {
  const account = await createAccount(db, systemClock, name);
  for (let at = 0; at < criteria.length; at += SAVE_BATCH_ROWS)
    await db.rows(sql`
      with given as (
        select gen_random_uuid() as id, criteria from json_array_elements(${JSON.stringify(criteria.slice(at, at + SAVE_BATCH_ROWS))}::json) as criteria),
      saved as (
        insert into alert (account_id, alert_id, name, enabled, criteria, rules, version, created_at, updated_at)
        select ${account?.accountId}::uuid, id, 'bench', true, criteria, ${JSON.stringify(RULES)}::json, 1, now(), now() from given)
      insert into alert_log (alert_id, account_id, changed_in) select id, ${account?.accountId}::uuid, pg_current_xact_id() from given`);
}

/** The other accounts' events of the changes from now on. */
async function latencies(db: Db, rate: number, seconds: number): Promise<Latencies> {
  const from = systemClock.now();
  await changeMarket(db, rate, seconds);
  while (
    (await db.rows(sql`select 1 from property_change where match_due_at is not null limit 1`)).length > 0
  )
    await systemClock.sleep(100);
  const [found] = await db.rows<Latencies>(sql`
    select count(*)::int as events, percentile_disc(0.5) within group (order by ms) as p50,
           percentile_disc(0.99) within group (order by ms) as p99
    from (select extract(epoch from event.created_at - change.recorded_at) * 1000 as ms
          from alert_event event join property_change change using (property_id, revision_id)
          join account using (account_id)
          where change.recorded_at >= ${from} and account.name like 'light%') as latency`);
  return found ?? { events: 0, p50: 0, p99: 0 };
}
