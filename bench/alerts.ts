import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createAccount } from '../src/accounts/accounts.ts';
import type { Connection } from '../src/db/connection.ts';
import { type Db, sql } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { newId } from '../src/lib/ids.ts';
import { createRandom } from '../src/world/random.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { HomeMarket, randomCriteriaJson, randomRules } from './alerts/market.ts';
import { openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'From a change to its recorded events: latency at 200 changes a second over 100,000 alerts';

const INSERT_BATCH_ROWS = 2_000;

/** `--rate N` changes a second. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { alerts, rate, seconds } = parseOptions(args, { alerts: 100_000, rate: 200, seconds: 20 });
  const { db, connection } = await openBenchDatabase(scope);
  await saveAlerts(db, alerts);
  const worker = startAlertWorker(scope, connection);
  const [loaded] = (await once(worker, 'message')) as [{ loaded: number; seconds: number; bytes: number }];
  console.log(
    `${loaded.loaded} alerts read from the database and indexed in ${loaded.seconds.toFixed(2)} s, ${Math.round(loaded.bytes / loaded.loaded)} bytes each`,
  );
  const sent = await changeMarket(db, rate, seconds);
  await waitUntilMatched(db);
  await report(db, sent, seconds);
}

export function startAlertWorker(scope: TestScope, connection: Connection): ChildProcess {
  const worker = fork(join(import.meta.dirname, 'alerts/worker.ts'), {
    env: { ...process.env, BENCH_CONNECTION: JSON.stringify(connection) },
  });
  scope.after(async () => void worker.kill('SIGKILL'));
  return worker;
}

async function saveAlerts(db: Db, count: number): Promise<void> {
  const account = await createAccount(db, systemClock, 'bench');
  const chance = createRandom('bench', 'alerts');
  for (let at = 0; at < count; at += INSERT_BATCH_ROWS) {
    const rows = Array.from({ length: Math.min(INSERT_BATCH_ROWS, count - at) }, () => ({
      id: newId(systemClock.now()),
      criteria: randomCriteriaJson(chance),
      rules: randomRules(chance),
    }));
    await db.rows(sql`
      with given as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, criteria json, rules json)),
      logged as (
        insert into alert_log (alert_id, account_id, changed_in) select id, ${account?.accountId}, pg_current_xact_id() from given)
      insert into alert (account_id, alert_id, name, enabled, criteria, rules, version, created_at, updated_at)
      select ${account?.accountId}, id, 'bench', true, criteria, rules, 1, now(), now() from given`);
  }
}

/** Ingest runs several at a time: one alone would wait for the disk at the end of each. */
const BATCH_ROWS = 4;

/** At an even pace, each change in its own transaction. */
export async function changeMarket(db: Db, rate: number, seconds: number): Promise<number> {
  const homes = new HomeMarket(createRandom('bench', 'homes'));
  const started = performance.now();
  let sent = 0;
  const send = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      const due = Math.floor(((performance.now() - started) / 1000) * rate);
      if (sent >= due) {
        await systemClock.sleep(2);
        continue;
      }
      sent += 1;
      await homes.change(db, systemClock.now());
    }
  };
  await Promise.all(Array.from({ length: BATCH_ROWS }, send));
  return sent;
}

export async function waitUntilMatched(db: Db): Promise<void> {
  for (;;) {
    const waiting = await db.rows(sql`
      (select 1 from property_change where match_due_at is not null limit 1) union all (select 1 from match_backlog limit 1)`);
    if (waiting.length === 0) return;
    await systemClock.sleep(100);
  }
}

async function report(db: Db, sent: number, seconds: number): Promise<void> {
  const [found] = await db.rows<{ events: number; p50: number; p95: number; p99: number }>(sql`
    select count(*)::int as events, percentile_disc(0.5) within group (order by ms) as p50,
           percentile_disc(0.95) within group (order by ms) as p95, percentile_disc(0.99) within group (order by ms) as p99
    from (select extract(epoch from event.created_at - change.recorded_at) * 1000 as ms
          from alert_event event join property_change change using (property_id, revision_id)) as latency`);
  console.log(
    `${sent} changes in ${seconds} s (${Math.round(sent / seconds)} a second), ${found?.events} events (${Math.round((found?.events ?? 0) / seconds)} a second): p50 ${Math.round(found?.p50 ?? 0)} ms, p95 ${Math.round(found?.p95 ?? 0)} ms, p99 ${Math.round(found?.p99 ?? 0)} ms from change to event`,
  );
}
