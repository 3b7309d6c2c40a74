import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { until } from '../faults/until.ts';
import { createDataDirectory, type GableProcess, readReadiness, spawnGable } from '../support/gable.ts';
import { proxiedDatabase } from '../support/proxied-database.ts';

/** Tests of this file share a database, and processes: a start takes 2 to 3 s of CPU. */
const { proxy, DATABASE_URL, headers } = await proxiedDatabase({ after });

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
