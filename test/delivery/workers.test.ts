import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../faults/until.ts';
import {
  attemptsLogged,
  countCharged,
  countForgotten,
  countInFlight,
  countUnfinished,
  createCustomers,
  type DeliveryWorld,
  describeDelay,
  enqueueEvents,
  LONG_TIMEOUT_MS,
  listInFlight,
  startDeliveryWorker,
  startDeliveryWorld,
  tallyReceived,
  waitForAllDelivered,
  waitForDelivered,
  waitForExit,
  waitForReceived,
} from '../support/delivery-faults.ts';
import type { Customer } from '../support/delivery-harness.ts';

const inLong = { skip: LONG_TIMEOUT_MS ? false : 'it takes a minute; npm run test:faults', timeout: 300_000 };
/**
 * Short, so that a test need not wait a minute for the claims of a killed worker. At a load of 16 the receiver was
 * delayed by at most a second.
 */
const PATIENCE = { leaseMs: 15_000, deadlineMs: 10_000 };

/** Enough to keep three workers busy. */
const MAX_BEHIND = 300;

/**
 * A steady stream of events until it is stopped; returns their ids. It waits for workers that are `maxBehind` events behind: a busy
 * machine sends fewer than it is given.
 */
function stream(
  world: DeliveryWorld,
  customers: Customer[],
  { perSecond, maxBehind = MAX_BEHIND }: { perSecond: number; maxBehind?: number },
) {
  const ids: string[] = [];
  const isBehind = (): boolean => ids.length - world.receiver.requests.length > maxBehind;
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      await Promise.all([
        pause(200),
        isBehind()
          ? undefined
          : enqueueEvents(world, customers, perSecond / 5).then((some) => ids.push(...some)),
      ]);
    }
  })();
  const stop = async (): Promise<string[]> => {
    stopped = true;
    await running;
    return ids;
  };
  world.stops.push(async () => void (await stop()));
  return { stop };
}

test('three workers restarted in turn under load lose nothing and send nothing twice', {
  timeout: 300_000,
}, async (t) => {
  /** Each of three workers three times. */
  const restarts = LONG_TIMEOUT_MS ? 9 : 3;
  const world = await startDeliveryWorld(t, { withTls: true });
  const workers = await Promise.all(
    Array.from({ length: LONG_TIMEOUT_MS ? 3 : 2 }, () => startDeliveryWorker(world)),
  );
  const flow = stream(world, await createCustomers(world, 10), { perSecond: LONG_TIMEOUT_MS ? 100 : 50 });
  for (let restart = 0; restart < restarts; restart++) {
    const before = world.receiver.requests.length;
    await waitForReceived(world, before + 20);
    const at = restart % workers.length;
    const worker = workers[at] ?? assert.fail();
    assert.equal(await waitForExit(worker, 'SIGTERM'), 0);
    workers[at] = await startDeliveryWorker(world);
  }
  const ids = await flow.stop();
  await waitForAllDelivered(world, 90_000);
  t.diagnostic(`${restarts} restarts, ${ids.length} events`);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
});

test('of three workers one is killed at a time, and the others take over its claims', inLong, async (t) => {
  const world = await startDeliveryWorld(t);
  // Slow enough that a worker has attempts under way when it is killed.
  world.receiver.otherwise(async ({ response }) => {
    await pause(200);
    response.writeHead(204).end();
  });
  const workers = await Promise.all(Array.from({ length: 3 }, () => startDeliveryWorker(world, PATIENCE)));
  const flow = stream(world, await createCustomers(world, 4), { perSecond: 100, maxBehind: 200 });
  let begun = 0;
  for (let kill = 0; kill < 3; kill++) {
    await waitForReceived(world, world.receiver.requests.length + 200);
    assert.equal(await waitForExit(workers[kill % 3] ?? assert.fail(), 'SIGKILL'), 'SIGKILL');
    begun += await countInFlight(world);
    // Its claims are due when the lease ends, beside new events; a worker more would hide a claim that nobody takes.
    await waitForDelivered(world, await listInFlight(world), 90_000);
    workers[kill % 3] = await startDeliveryWorker(world, PATIENCE);
  }
  const ids = await flow.stop();
  await waitForAllDelivered(world, 90_000);
  const { lost, duplicates } = tallyReceived(world, ids);
  const attempts = await attemptsLogged(world);
  t.diagnostic(
    `${ids.length} events, 3 kills: ${lost} lost, ${duplicates} twice, ${begun} under way at the kills; ` +
      `attempts ${JSON.stringify(attempts)}; the receiver ${describeDelay(world)}`,
  );
  assert.equal(lost, 0);
  assert.ok((attempts['LOST'] ?? 0) > 0, 'the killed workers had claims');
  assert.deepEqual(await countCharged(world), [], 'no healthy endpoint is charged');
  assert.ok(duplicates <= begun, `${duplicates} twice, ${begun} under way`);
});

test('a worker paused past its lease writes nothing for the claims it lost', inLong, async (t) => {
  const world = await startDeliveryWorld(t);
  world.receiver.otherwise(async ({ response }) => {
    await pause(200);
    response.writeHead(204).end();
  });
  const ids = await enqueueEvents(world, await createCustomers(world, 10), 400);
  const frozen = await startDeliveryWorker(world, PATIENCE);
  await waitForReceived(world, 100);
  frozen.kill('SIGSTOP');
  const held = await countInFlight(world);
  await until(async () => (await countInFlight(world)) === 0, {
    within: 3 * PATIENCE.leaseMs,
    what: () => 'the end of every lease',
  });
  await startDeliveryWorker(world, PATIENCE);
  await waitForAllDelivered(world, 60_000);
  frozen.kill('SIGCONT');
  // It ends when all that it has begun is over.
  assert.equal(await waitForExit(frozen, 'SIGTERM'), 0);
  assert.equal(await countUnfinished(world), 0);
  const { lost, duplicates } = tallyReceived(world, ids);
  t.diagnostic(`${held} held when it was stopped, ${duplicates} twice`);
  assert.equal(lost, 0);
  assert.ok(duplicates <= held, `${duplicates} of ${held}`);
});

interface MemoryUse {
  heapMb: number;
  externalMb: number;
}

const totalMb = ({ heapMb, externalMb }: MemoryUse): number => heapMb + externalMb;

/** After a collection. */
async function sampleMemory(worker: ChildProcess): Promise<MemoryUse> {
  assert.ok(worker.stdout);
  const printed = once(worker.stdout, 'data');
  worker.kill('SIGUSR2');
  const [, heap, external] = /used (\d+) (\d+)/.exec(String((await printed)[0])) ?? [];
  return { heapMb: Number(heap) / 2 ** 20, externalMb: Number(external) / 2 ** 20 };
}

/**
 * The least of several samples: requests, replies and records under way are many at one moment and few at the next,
 * while a leak is in every sample.
 */
async function measureMemory(worker: ChildProcess): Promise<MemoryUse> {
  const samples: MemoryUse[] = [];
  for (let count = 0; count < 10; count++) {
    samples.push(await sampleMemory(worker));
    await pause(100);
  }
  return samples.reduce((least, sample) => (totalMb(sample) < totalMb(least) ? sample : least));
}

const describeMemory = ({ heapMb, externalMb }: MemoryUse): string =>
  `${heapMb.toFixed(1)} + ${externalMb.toFixed(1)} MB`;

test(
  'at 1.5 times its capacity a worker does not grow in memory, drains, and stops in time',
  inLong,
  async (t) => {
    const world = await startDeliveryWorld(t);
    // 64 concurrent attempts of 400 ms to one destination: 160 a second.
    world.receiver.otherwise(async ({ response }) => {
      await pause(400);
      response.writeHead(204).end();
    });
    const worker = await startDeliveryWorker(world);
    const flow = stream(world, await createCustomers(world, 1), { perSecond: 240, maxBehind: 20_000 });
    // By events, not by time: a busy machine is slower to fill caches and pools.
    await waitForReceived(world, 1_500);
    const early = await measureMemory(worker);
    await waitForReceived(world, 4_500);
    const late = await measureMemory(worker);
    const ids = await flow.stop();
    const queued = await countUnfinished(world);
    const began = performance.now();
    assert.equal(await waitForExit(worker, 'SIGTERM'), 0);
    const stopMs = performance.now() - began;
    await countForgotten(world);
    world.receiver.otherwise(({ response }) => void response.writeHead(204).end());
    await startDeliveryWorker(world);
    await waitForAllDelivered(world, 120_000);
    const memory = `heap and external ${describeMemory(early)}, 3,000 events later ${describeMemory(late)}`;
    t.diagnostic(`${ids.length} events, ${queued} behind; ${memory}; stopped in ${stopMs.toFixed(0)} ms`);
    assert.ok(queued > 500, `it was overloaded: ${queued} behind`);
    assert.ok(totalMb(late) <= totalMb(early) * 1.1 + 10, memory);
    assert.ok(stopMs <= 35_000, `stopped in ${stopMs} ms`);
    assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
  },
);
