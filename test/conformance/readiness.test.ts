import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deleteIdleAccountRates } from '../../src/accounts/request-rate.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { serveProbes } from '../../src/processes/serve-probes.ts';
import { JobHealth } from '../../src/queue/job-health.ts';
import { runPeriodically } from '../../src/queue/periodic-job.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { freshDatabase } from '../support/database.ts';
import { testKeyring } from '../support/keyring.ts';
import { silentLog } from '../support/log.ts';

const AT = { HOST: '127.0.0.1', PORT: 0, METRICS_TOKEN: undefined };

/** The probes of a worker process, by a clock that the test moves. */
async function probed(t: TestContext) {
  const clock = new MovableClock();
  const { db: administrator, connection } = await freshDatabase(t);
  const db = openDatabase(connection, {
    log: silentLog,
    applicationName: 'gable test',
    monotonicMs: () => clock.monotonicMs(),
  });
  const health = new JobHealth(clock);
  const probes = await serveProbes(AT, {
    storage: { db },
    log: silentLog,
    clock,
    keyring: testKeyring,
    health,
  });
  t.after(async () => {
    await probes.stop();
    await db.end();
  });
  const ready = async () => {
    const answer = await fetch(`${probes.url}/health/ready`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return { status: answer.status, database: checks['database'], jobs: checks['jobs'] };
  };
  return { administrator, db, clock, health, ready };
}

/** Real statements run between the steps of the clock. */
async function pass(clock: MovableClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await clock.asleep(1);
    await clock.advance({ seconds: 1 });
  }
  await clock.asleep(1);
}

const OK = { status: 200, database: 'ok', jobs: 'ok' };

test('a job that fails for a minute makes a process unready, with its name and the kind of error, until it succeeds', async (t) => {
  const { administrator, db, clock, health, ready } = await probed(t);
  const ending = new AbortController();
  const job = { name: 'forget quiet accounts', everyMs: 1_000, run: () => deleteIdleAccountRates(db) };
  const repeated = runPeriodically(job, { clock, log: silentLog, health }, ending.signal);
  t.after(async () => {
    ending.abort();
    await repeated;
  });
  await pass(clock, 2);
  assert.deepEqual(await ready(), OK);
  await administrator.rows(sql`alter table request_rate rename to request_rate_elsewhere`);
  await pass(clock, 50);
  assert.deepEqual(await ready(), OK, 'a failure that may pass by itself');
  await pass(clock, 80);
  const { status, jobs } = await ready();
  assert.deepEqual(
    { status, jobs },
    { status: 503, jobs: 'failing: forget quiet accounts (SQLSTATE 42P01)' },
  );
  await administrator.rows(sql`alter table request_rate_elsewhere rename to request_rate`);
  await pass(clock, 61);
  assert.deepEqual(await ready(), OK);
});

test('a database that refuses what every call needs makes a process unready at once', async (t) => {
  const { administrator, ready } = await probed(t);
  assert.deepEqual(await ready(), OK);
  await administrator.rows(sql`revoke select on api_key from current_user`);
  assert.deepEqual(await ready(), { ...OK, status: 503, database: 'refuses statements (SQLSTATE 42501)' });
  await administrator.rows(sql`grant select on api_key to current_user`);
  assert.deepEqual(await ready(), OK);
});

test('any fixed statement that is refused for a minute makes a process unready, as long as it is used', async (t) => {
  const { administrator, db, clock, ready } = await probed(t);
  const ask = (on: Db) =>
    on.rows(sql`select from alert where alert_id = ${'00000000-0000-0000-0000-000000000000'}`);
  await administrator.rows(sql`revoke select on alert from current_user`);
  await assert.rejects(ask(db), { code: '42501' });
  await clock.advance({ seconds: 59 });
  await assert.rejects(ask(db));
  assert.deepEqual(await ready(), OK);
  await clock.advance({ seconds: 2 });
  await assert.rejects(ask(db));
  assert.deepEqual(await ready(), { ...OK, status: 503, database: 'refuses statements (SQLSTATE 42501)' });
  await clock.advance({ seconds: 61 });
  assert.deepEqual(await ready(), OK, 'nobody has asked since');
  await assert.rejects(ask(db));
  await administrator.rows(sql`grant select on alert to current_user`);
  await ask(db);
  assert.deepEqual(await ready(), OK);
});

test("a statement built from a customer's query makes no process unready", async (t) => {
  const { db, clock, ready } = await probed(t);
  for (const seconds of [0, 61]) {
    await clock.advance({ seconds });
    await assert.rejects(db.rows({ text: 'select nonsense', values: [] }), { code: '42703' });
  }
  assert.deepEqual(await ready(), OK);
});
