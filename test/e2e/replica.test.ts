import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { until } from '../faults/until.ts';
import { debianPostgresMissing } from '../support/debian-postgres.ts';
import { createDataDirectory, spawnGable } from '../support/gable.ts';
import { createOwner, createTestProperty } from '../support/owners.ts';
import { REPLAY_TIMEOUT_MS, startReplicated } from '../support/replicated.ts';
import { requestOnNewConnection } from '../support/uncached-request.ts';

const skip = debianPostgresMissing();
const replicated = skip ? undefined : await startReplicated({ after });

async function startServe(t: TestContext, more: Record<string, string> = {}) {
  const world = replicated ?? assert.fail('no server');
  const owner = await createOwner(world.db, systemClock);
  const propertyId = await createTestProperty(world.db, systemClock);
  const run = spawnGable(t, ['serve'], {
    DATABASE_URL: world.url,
    DATABASE_REPLICA_URL: world.standbyUrl,
    DATABASE_REPLICA_LAG_MS: String(REPLAY_TIMEOUT_MS),
    DATA_DIR: createDataDirectory(t),
    ...more,
  });
  const address = await run.url();
  const readsByReplica = async (): Promise<number> => {
    const shown = await (await fetch(`${address}/metrics`)).text();
    return Number(/gable_database_reads_total\{server="replica"\} (\d+)/.exec(shown)?.[1] ?? 0);
  };
  return { world, owner, propertyId, run, address, readsByReplica };
}

test('every thread of a process reads from the replica', { skip, timeout: 240_000 }, async (t) => {
  const { owner, propertyId, run, address, readsByReplica } = await startServe(t, { SERVE_THREADS: '2' });
  const readers = new Set<string>();
  const deadline = performance.now() + REPLAY_TIMEOUT_MS;
  while (readers.size < 2) {
    assert.ok(performance.now() < deadline, `${[...readers]}: ${run.stderr().slice(-2_000)}`);
    const before = await readsByReplica();
    const { status, thread } = await requestOnNewConnection(`${address}/properties/${propertyId}`, {
      key: owner.key,
    });
    assert.equal(status, 200);
    // One scrape has the sum over all threads; this request was the only one between the two.
    if ((await readsByReplica()) > before) readers.add(thread);
  }
});

test('reads go to the replica, except after an own write, and survive its loss', {
  skip,
  timeout: 240_000,
}, async (t) => {
  const { world, owner, propertyId, run, address, readsByReplica } = await startServe(t);
  const call = async (path: string, body?: object) =>
    fetch(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': owner.key, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const isRead = async () => {
    assert.equal((await call(`/properties/${propertyId}`)).status, 200);
    return (await readsByReplica()) > 0;
  };
  await until(isRead, { within: REPLAY_TIMEOUT_MS, every: 50, what: () => run.stderr() });

  await world.pause();
  const before = await readsByReplica();
  assert.equal((await call('/favorite-properties', { propertyId })).status, 201);
  const favorites = (await (await call('/favorite-properties')).json()) as unknown[];
  assert.equal(favorites.length, 1, 'its own write, though the replica does not have it');
  assert.equal(await readsByReplica(), before);
  const newcomer = await createOwner(world.db, systemClock);
  const known = await fetch(`${address}/properties/${propertyId}`, {
    headers: { 'x-api-key': newcomer.key, accept: 'application/json' },
  });
  assert.equal(known.status, 200, 'a key that the replica does not have is looked up on the primary');
  await world.resume();

  await world.standby.stop('immediate');
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await call(`/properties/${propertyId}`)).status, 200);
    assert.equal((await call('/properties', {})).status, 200);
  }
  const warnings = () => run.stderr().match(/the replica is not read/g)?.length;
  await until(() => warnings() !== undefined, {
    within: REPLAY_TIMEOUT_MS,
    what: () => run.stderr().slice(-2_000),
  });
  assert.equal(warnings(), 1, 'once');
});
