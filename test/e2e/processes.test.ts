import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createAccount, createApiKey } from '../../src/accounts/accounts.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { until } from '../faults/until.ts';
import { frenchDatabase, type TestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { createDataDirectory, type GableProcess, spawnGable } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

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

test('a process started before its database answers probes and 503, and serves once the database is up', async (t) => {
  const { proxy, DATABASE_URL, db } = await proxiedDatabase(t);
  const key = await createKey({ db });
  proxy.refuse();
  const run = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  const early = await listeningUrl(run);
  assert.equal((await fetch(`${early}/health/live`)).status, 200);
  assert.equal((await fetch(`${early}/health/ready`)).status, 503);
  const refused = await fetch(`${early}/sources`, { headers: { 'x-api-key': key } });
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('content-type'), 'application/problem+json');
  assert.ok(refused.headers.get('retry-after'));
  proxy.heal();
  const address = await run.url();
  assert.equal((await fetch(`${address}/health/ready`)).status, 200);
  assert.equal((await fetch(`${address}/sources`, { headers: { 'x-api-key': key } })).status, 200);
  assert.equal(run.stderr().match(/waiting for the database/g)?.length, 1, 'logged once');
});

test('a broken connection to the database causes 503s, never a 500 or the end of the process', async (t) => {
  const { proxy, DATABASE_URL, db } = await proxiedDatabase(t);
  const key = await createKey({ db });
  const run = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  const address = await run.url();
  const status = async () => (await fetch(`${address}/sources`, { headers: { 'x-api-key': key } })).status;
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
});

test('on SIGTERM a process finishes open requests, accepts no new ones, and exits 0', async (t) => {
  const { proxy, DATABASE_URL, db } = await proxiedDatabase(t);
  const key = await createKey({ db });
  const run = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  const address = await run.url();
  await fetch(`${address}/sources`, { headers: { 'x-api-key': key } });
  proxy.fault({ delay: 700 });
  const slow = fetch(`${address}/source-categories`, { headers: { 'x-api-key': key } });
  await systemClock.sleep(200);
  run.child.kill('SIGTERM');
  await systemClock.sleep(200);
  const { port } = new URL(address);
  const late = connect(Number(port), '127.0.0.1');
  const outcome = await new Promise((resolve) => {
    late.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    late.on('connect', () => resolve('connected'));
  });
  late.destroy();
  assert.equal(outcome, 'ECONNREFUSED');
  assert.equal((await slow).status, 200);
  assert.equal(await run.exited, 0);
});

test('a second signal ends a process at once; one Ctrl-C repeated by npm is not a second signal', async (t) => {
  const { proxy, DATABASE_URL, db } = await proxiedDatabase(t);
  const key = await createKey({ db });
  const run = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  const address = await run.url();
  await fetch(`${address}/sources`, { headers: { 'x-api-key': key } });
  proxy.halfOpen();
  const cut = fetch(`${address}/source-categories`, { headers: { 'x-api-key': key } }).catch(() => 'cut');
  await systemClock.sleep(200);
  run.child.kill('SIGINT');
  await systemClock.sleep(50);
  run.child.kill('SIGINT');
  await systemClock.sleep(600);
  assert.equal(run.child.exitCode, null, 'still finishing');
  const signalledAt = Date.now();
  run.child.kill('SIGINT');
  assert.equal(await run.exited, 1);
  assert.ok(Date.now() - signalledAt < 2_000);
  assert.equal(await cut, 'cut');
});

test('serve and work run as separate processes on one database; a worker serves probes and metrics', async (t) => {
  const { DATABASE_URL } = await proxiedDatabase(t);
  const serve = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  const work = spawnGable(t, ['work'], { DATABASE_URL, DATA_DIR: createDataDirectory(t) });
  assert.equal((await fetch(`${await serve.url()}/health/ready`)).status, 200);
  const workUrl = await work.url();
  assert.equal((await fetch(`${workUrl}/health/ready`)).status, 200);
  const metrics = await (await fetch(`${workUrl}/metrics`)).text();
  assert.match(metrics, /gable_process_cpu/);
  assert.match(metrics, /gable_event_loop_stalls_total/);
  assert.equal((await fetch(`${workUrl}/sources`)).status, 404);
  work.child.kill('SIGTERM');
  serve.child.kill('SIGTERM');
  assert.deepEqual(await Promise.all([work.exited, serve.exited]), [0, 0]);
});

test('three processes that start at once on an empty directory share one database', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const runs = Array.from({ length: 3 }, () => spawnGable(t, ['serve'], { DATA_DIR }));
  const ready = await Promise.all(
    runs.map(async (run) => (await fetch(`${await run.url()}/health/ready`)).status),
  );
  assert.deepEqual(ready, [200, 200, 200]);
  for (const run of runs) run.child.kill('SIGTERM');
  assert.deepEqual(await Promise.all(runs.map((run) => run.exited)), [0, 0, 0]);
});
