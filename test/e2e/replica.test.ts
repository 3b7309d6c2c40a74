import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../src/lib/clock.ts';
import { until } from '../faults/until.ts';
import { debianPostgresMissing } from '../support/debian-postgres.ts';
import { createDataDirectory, spawnGable } from '../support/gable.ts';
import { createOwner, createTestProperty } from '../support/owners.ts';
import { REPLAY_TIMEOUT_MS, startReplicated } from '../support/replicated.ts';

test('reads go to the replica, except after an own write, and survive its loss', {
  skip: debianPostgresMissing(),
  timeout: 240_000,
}, async (t) => {
  const world = await startReplicated(t);
  const owner = await createOwner(world.db, systemClock);
  const propertyId = await createTestProperty(world.db, systemClock);
  const run = spawnGable(t, ['serve'], {
    DATABASE_URL: world.url,
    DATABASE_REPLICA_URL: world.standbyUrl,
    DATABASE_REPLICA_LAG_MS: String(REPLAY_TIMEOUT_MS),
    DATA_DIR: createDataDirectory(t),
  });
  const address = await run.url();
  const call = async (path: string, body?: object) =>
    fetch(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': owner.key, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const readsByReplica = async (): Promise<number> => {
    const shown = await (await fetch(`${address}/metrics`)).text();
    return Number(/gable_database_reads_total\{server="replica"\} (\d+)/.exec(shown)?.[1] ?? 0);
  };
  const deadline = performance.now() + REPLAY_TIMEOUT_MS;
  while ((await readsByReplica()) === 0) {
    assert.ok(performance.now() < deadline, run.stderr());
    assert.equal((await call(`/properties/${propertyId}`)).status, 200);
    await pause(50);
  }

  await world.pause();
  const before = await readsByReplica();
  assert.equal((await call('/favorite-properties', { propertyId })).status, 201);
  const favorites = (await (await call('/favorite-properties')).json()) as unknown[];
  assert.equal(favorites.length, 1, 'its own write, though the replica does not have it');
  assert.equal(await readsByReplica(), before);
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
