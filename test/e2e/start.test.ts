import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../faults/until.ts';
import { createDataDirectory, runGableToEnd, spawnGable } from '../support/gable.ts';

/** The first call of the greeting, parsed from the printed command. */
function firstCall(greeting: string): { url: string; headers: Record<string, string> } {
  const line = greeting.split('\n').find((text) => text.includes('curl ')) ?? '';
  const headers = Object.fromEntries(
    [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
  );
  return { url: /(http:\S+)$/.exec(line)?.[1] ?? '', headers };
}

async function readGreeting(run: ReturnType<typeof spawnGable>): Promise<string> {
  await until(() => run.stdout().includes('curl '), {
    within: 90_000,
    what: () => `a greeting: ${run.stderr()}`,
  });
  return run.stdout();
}

/** IP addresses of this machine that other machines can reach. */
const externalIpAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);

const connected = (host: string, url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), host);
    socket.setTimeout(2_000, () => resolve(false));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const postmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Shared by all tests, in order: a first start takes long, because it loads a country and the demo. */
const DATA_DIR = createDataDirectory({ after });

test('a first start prints a demo key and a working call, and the same key after kill -9 of everything', async (t) => {
  const first = spawnGable(t, [], { DATA_DIR });
  const call = firstCall(await readGreeting(first));
  const answer = await fetch(call.url, { headers: call.headers });
  assert.equal(answer.status, 200);
  assert.ok(((await answer.json()) as unknown[]).length > 0);
  assert.match(first.stdout(), /Reachable {2}on this machine only \(HOST=127\.0\.0\.1\)/);
  for (const host of externalIpAddresses()) assert.equal(await connected(host, call.url), false, host);
  assert.equal(await connected('127.0.0.1', call.url), true);
  const picture = await fetch(new URL('/demo/pictures/kitchen.b7.0123456789abcdef.svg', call.url));
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/svg+xml']);

  const made = await runGableToEnd(t, ['account', 'create', 'Acme'], { DATA_DIR });
  assert.equal(made.code, 0, made.stderr);
  const key = await runGableToEnd(t, ['key', 'create', '--account', 'Acme'], { DATA_DIR });
  assert.match(key.stdout, /^gbl_live_\w{49}\n$/, 'the key alone on standard output');

  process.kill(postmasterPid(DATA_DIR), 'SIGKILL');
  first.child.kill('SIGKILL');
  await first.exited;

  const second = spawnGable(t, [], { DATA_DIR });
  const again = firstCall(await readGreeting(second));
  assert.equal(again.headers['X-API-KEY'], call.headers['X-API-KEY']);
  const known = await fetch(again.url, { headers: { 'x-api-key': key.stdout.trim() } });
  assert.equal(known.status, 200, 'data written before the crash is there');
  second.child.kill('SIGTERM');
  assert.equal(await second.exited, 0);
});

test('the next process adopts the database of a crashed one, and stops it at its end', async (t) => {
  const first = spawnGable(t, [], { DATA_DIR });
  await readGreeting(first);
  const postmaster = postmasterPid(DATA_DIR);
  first.child.kill('SIGKILL');
  await first.exited;
  const second = spawnGable(t, [], { DATA_DIR });
  const call = firstCall(await readGreeting(second));
  assert.equal(postmasterPid(DATA_DIR), postmaster, 'the same server keeps running');
  assert.equal((await fetch(call.url, { headers: call.headers })).status, 200);
  second.child.kill('SIGTERM');
  assert.equal(await second.exited, 0);
  assert.throws(() => readFileSync(join(DATA_DIR, 'postgres/postmaster.pid')), { code: 'ENOENT' });
});

test('a killed embedded database is restarted, and requests meanwhile are answered 503', async (t) => {
  const run = spawnGable(t, [], { DATA_DIR });
  const { url, headers } = firstCall(await readGreeting(run));
  process.kill(postmasterPid(DATA_DIR), 'SIGKILL');
  const statuses = new Set<number>();
  const deadline = Date.now() + 15_000;
  for (let well = 0; well < 5 && Date.now() < deadline; ) {
    const answer = await fetch(url, { headers });
    statuses.add(answer.status);
    if (answer.status === 503) assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    well = answer.status === 200 ? well + 1 : 0;
  }
  assert.deepEqual(
    [...statuses].filter((status) => status !== 200 && status !== 503),
    [],
  );
  assert.ok(statuses.has(200));
  assert.equal(run.child.exitCode, null);
});
