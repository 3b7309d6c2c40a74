import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../faults/until.ts';
import {
  attemptsLogged,
  countCharged,
  countForgotten,
  countInFlight,
  createCustomers,
  enqueueEvents,
  expireLeases,
  LONG_TIMEOUT_MS,
  startDeliveryWorker,
  startDeliveryWorld,
  tallyReceived,
  waitForAllDelivered,
  waitForExit,
  waitForReceived,
} from '../support/delivery-faults.ts';

test('a worker killed repeatedly loses nothing, and sends twice at most what it had started', {
  timeout: 600_000,
}, async (t) => {
  const [count, kills] = LONG_TIMEOUT_MS ? [10_000, 20] : [300, 2];
  const world = await startDeliveryWorld(t);
  const customers = await createCustomers(world, 10);
  const ids = await enqueueEvents(world, customers, count);
  let begun = 0;
  for (let kill = 0; kill < kills; kill++) {
    const worker = await startDeliveryWorker(world);
    const goal = Math.min(count - 10, Math.floor((count * (kill + 1)) / (kills + 1)));
    await waitForReceived(world, goal);
    assert.equal(await waitForExit(worker, 'SIGKILL'), 'SIGKILL');
    await countForgotten(world);
    begun += await countInFlight(world);
    await expireLeases(world);
  }
  await startDeliveryWorker(world);
  await waitForAllDelivered(world, 300_000);
  const { lost, duplicates } = tallyReceived(world, ids);
  t.diagnostic(
    `${count} events, ${kills} kills: ${lost} lost, ${duplicates} twice, ${begun} under way at the kills`,
  );
  assert.equal(lost, 0);
  assert.deepEqual(await countCharged(world), []);
  assert.ok(duplicates <= begun, `${duplicates} duplicates, ${begun} were under way`);
  assert.deepEqual(await attemptsLogged(world), { DELIVERED: count, ...(begun > 0 ? { LOST: begun } : {}) });
});

test('a worker that stops on a signal finishes its attempts, and none is sent twice', {
  timeout: 120_000,
}, async (t) => {
  const world = await startDeliveryWorld(t);
  world.receiver.otherwise(async ({ response }) => {
    await pause(200);
    response.writeHead(204).end();
  });
  const customers = await createCustomers(world, 25);
  const ids = await enqueueEvents(world, customers, LONG_TIMEOUT_MS ? 1_000 : 200);
  for (let round = 0; round < (LONG_TIMEOUT_MS ? 4 : 1); round++) {
    const worker = await startDeliveryWorker(world);
    const before = world.receiver.requests.length;
    await waitForReceived(world, Math.min(before + 40, ids.length));
    assert.equal(await waitForExit(worker, 'SIGTERM'), 0);
    assert.equal(await countInFlight(world), 0, 'everything begun is written down');
  }
  await startDeliveryWorker(world);
  await waitForAllDelivered(world, 60_000);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
  assert.ok(world.receiver.requests.every(({ complete }) => complete));
});

test('after a second signal a worker releases its claims, and another sends them at once', {
  timeout: 120_000,
}, async (t) => {
  const world = await startDeliveryWorld(t);
  let isHanging = true;
  world.receiver.otherwise(async ({ response }) => {
    if (isHanging) await once(response, 'close');
    else response.writeHead(204).end();
  });
  const customers = await createCustomers(world, 25);
  const ids = await enqueueEvents(world, customers, 100);
  const worker = await startDeliveryWorker(world);
  await waitForReceived(world, 100);
  const stopped = once(worker, 'close');
  const stopping = once(worker.stdout ?? assert.fail(), 'data');
  worker.kill('SIGTERM');
  assert.equal(String((await stopping)[0]), 'stopping\n');
  assert.equal(worker.exitCode, null, 'still finishing');
  const signalledAt = performance.now();
  // One that comes at once counts as the first one, repeated.
  await until(() => worker.exitCode !== null || !worker.kill('SIGTERM'), { within: 30_000, every: 100 });
  assert.deepEqual(await stopped, [1, null]);
  t.diagnostic(
    `second signal with 100 running attempts: ended in ${Math.round(performance.now() - signalledAt)} ms`,
  );
  assert.equal(await countInFlight(world), 0, 'no lease is left');
  assert.deepEqual(await attemptsLogged(world), { LOST: 100 });
  isHanging = false;
  await startDeliveryWorker(world);
  await waitForAllDelivered(world, 30_000);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 100 });
  assert.deepEqual(await attemptsLogged(world), { LOST: 100, DELIVERED: 100 });
});
