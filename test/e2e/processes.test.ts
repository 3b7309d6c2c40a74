import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createAccount, createApiKey } from '../../src/accounts/accounts.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { until } from '../faults/until.ts';
import { frenchDatabase, type TestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { createDataDirectory, type GableProcess, readReadiness, spawnGable } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

/** Tests of this file share a database, and two processes: a start takes 2 to 3 s of CPU. */
const { proxy, DATABASE_URL, db } = await proxiedDatabase({ after });
const key = await createKey({ db });
const headers = { 'x-api-key': key };

/** The test database behind a fault proxy. */
async function proxiedDatabase(t: { after(end: () => Promise<void>): void }) {
  const database = await frenchDatabase(t);
  const { target, through } = startDatabaseProxy(database.connection);
  const proxy = await startFaultProxy({ target });
  t.after(() => proxy.close());
  return { ...database, proxy, DATABASE_URL: databaseUrl(through(proxy)) };
}

async function createKey({ db }: Pick<TestDatabase, 'db'>): Promise<string> {
  const account = await createAccount(db, systemClock, 'Acme');
  return (await createApiKey(db, systemClock, { accountId: account?.accountId ?? '', name: 'e2e' })).key;
}

const listeningUrl = async (run: GableProcess): Promise<string> => {
  const found = () => /"event":"process.listening","url":"([^"]+)"/.exec(run.stderr())?.[1];
  await until(() => found() !== undefined, {
    within: 90_000,
    what: () => `a listening process: ${run.stderr()}`,
  });
  return found() ?? '';
};

test('a process from before its database until its end', async (t) => {
  proxy.refuse();
  const run = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  await t.test(
    'started before its database it answers probes and 503, and serves once the database is up',
    async () => {
      const early = await listeningUrl(run);
      assert.equal((await fetch(`${early}/health/live`)).status, 200);
      assert.equal((await fetch(`${early}/health/ready`)).status, 503);
      const refused = await fetch(`${early}/sources`, { headers });
      assert.equal(refused.status, 503);
      assert.equal(refused.headers.get('content-type'), 'application/problem+json');
      assert.ok(refused.headers.get('retry-after'));
      proxy.heal();
      const address = await run.url();
      assert.equal((await readReadiness(address)).code, 200);
      assert.equal((await fetch(`${address}/sources`, { headers })).status, 200);
      assert.equal(run.stderr().match(/waiting for the database/g)?.length, 1, 'logged once');
    },
  );
  await t.test('a broken connection to the database causes 503s, never a 500 or the end of the process', () =>
    breakConnections(run),
  );
  await t.test('on SIGTERM it finishes open requests, accepts no new ones, and exits 0', () =>
    terminate(run).finally(() => proxy.heal()),
  );
});

async function breakConnections(run: GableProcess): Promise<void> {
  const address = await run.url();
  const status = async () => (await fetch(`${address}/sources`, { headers })).status;
  assert.equal(await status(), 200);
  const seen = new Set<number>();
  for (let cut = 0; cut < 10; cut++) {
    proxy.reset();
    for (let call = 0; call < 5; call++) seen.add(await status());
  }
  proxy.halfOpen();
  const started = Date.now();
  seen.add(await status());
  assert.ok(Date.now() - started < 10_000, 'no request hangs on a silent connection');
  proxy.heal();
  await until(() => run.child.exitCode === null, {});
  let last = 0;
  for (let tries = 0; tries < 50 && last !== 200; tries++) last = await status();
  assert.equal(last, 200);
  assert.deepEqual(
    [...seen].filter((code) => code !== 200 && code !== 503),
    [],
  );
}

/**
 * All sessions that were silent a moment ago are replaced: the next request is slow for one reason only. Opening a session takes
 * several exchanges with a server that asks for a password.
 */
async function replaceSessions(url: string): Promise<void> {
  const status = async () => (await fetch(url, { headers })).status;
  for (let tries = 0; tries < 50; tries++) {
    const statuses = await Promise.all(Array.from({ length: 20 }, status));
    if (statuses.every((code) => code === 200)) return;
  }
  assert.fail('the service did not recover');
}

async function terminate(run: GableProcess): Promise<void> {
  const address = await run.url();
  await replaceSessions(`${address}/source-categories`);
  proxy.fault({ delay: 2_000 });
  const slow = fetch(`${address}/source-categories`, { headers });
  await systemClock.sleep(200);
  run.child.kill('SIGTERM');
  const isClosed = async () => (await connectionOutcome(address)) === 'ECONNREFUSED';
  await until(isClosed, { within: 30_000, every: 20, what: () => 'the refusal of connections' });
  assert.equal(await Promise.race([slow.then(() => 'answered'), 'open']), 'open');
  assert.equal((await slow).status, 200);
  assert.equal(await run.exited, 0);
}

test('serve and work run as separate processes on one database', async (t) => {
  const serve = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  const work = spawnGable(t, ['work'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  await t.test('a worker serves probes and metrics, and exits 0 on SIGTERM', async () => {
    assert.equal((await readReadiness(await serve.url())).code, 200);
    const workUrl = await work.url();
    assert.equal((await readReadiness(workUrl)).code, 200);
    const metrics = await (await fetch(`${workUrl}/metrics`)).text();
    assert.match(metrics, /gable_process_cpu/);
    assert.match(metrics, /gable_event_loop_stalls_total/);
    assert.equal((await fetch(`${workUrl}/sources`)).status, 404);
    work.child.kill('SIGTERM');
    assert.equal(await work.exited, 0);
  });
  await t.test(
    'a second signal ends a process at once; one Ctrl-C repeated by npm is not a second signal',
    () => interruptTwice(serve),
  );
});

/** When a process logged its first line of that event, as milliseconds of the epoch. */
const timeOf = (run: GableProcess, event: string): number =>
  Date.parse(new RegExp(`"time":"([^"]+)"[^\\n]*"event":"${event}"`).exec(run.stderr())?.[1] ?? '');

async function interruptTwice(run: GableProcess): Promise<void> {
  const address = await run.url();
  await fetch(`${address}/sources`, { headers });
  proxy.halfOpen();
  const cut = fetch(`${address}/source-categories`, { headers }).catch(() => 'cut');
  await systemClock.sleep(200);
  const interruptedAt = Date.now();
  run.child.kill('SIGINT');
  // A busy process sees the first signal late: the others would come with it.
  await until(() => run.stderr().includes('process.stopping'), {
    within: 20_000,
    what: () => `the stop after the first signal (it said: ${run.stderr().slice(-500)})`,
  });
  // Signals of the first half second repeat the first one, those after it are a second one.
  await until(() => run.stderr().includes('process.stop_forced') || !run.child.kill('SIGINT'), {
    within: 20_000,
    every: 50,
    what: () => `the end after a second signal (it said: ${run.stderr().slice(-500)})`,
  });
  const forcedAt = performance.now();
  const waitedMs = timeOf(run, 'process.stop_forced') - interruptedAt;
  assert.ok(waitedMs >= 490, `ended by a signal ${waitedMs} ms after the first`);
  assert.equal(await run.exited, 1);
  const tookMs = performance.now() - forcedAt;
  // Without it the process would wait for its request until the end of its 34 s. A busy machine took 3.3 s.
  assert.ok(tookMs < 10_000, `ended after ${Math.round(tookMs)} ms`);
  assert.equal(await cut, 'cut');
  proxy.heal();
}

test('three processes that start at once on an empty directory share one database', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const runs = Array.from({ length: 3 }, () => spawnGable(t, ['serve'], { DATA_DIR }));
  const ready = await Promise.all(runs.map(async (run) => (await readReadiness(await run.url())).code));
  assert.deepEqual(ready, [200, 200, 200]);
  for (const run of runs) run.child.kill('SIGTERM');
  assert.deepEqual(await Promise.all(runs.map((run) => run.exited)), [0, 0, 0]);
});

/** The code of the error, or `connected`. */
async function connectionOutcome(address: string): Promise<unknown> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  const outcome = await new Promise((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    socket.on('connect', () => resolve('connected'));
  });
  socket.destroy();
  return outcome;
}
