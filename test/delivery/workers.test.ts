import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Customer } from '../support/delivering.ts';
import {
  allDelivered,
  customersAt,
  ended,
  events,
  forgotten,
  LONG,
  received,
  startWorker,
  startWorld,
  tally,
  underWay,
  undone,
  type World,
} from '../support/delivery-faults.ts';

const inLong = { skip: LONG ? false : 'it takes a minute; npm run test:faults', timeout: 300_000 };
/** Short, so that a test need not wait a minute for what a killed worker had. */
const PATIENCE = { leaseMs: 6_000, deadlineMs: 4_000 };

/** A steady stream of events, until it is stopped; answers what was sent into it. */
function stream(world: World, customers: Customer[], perSecond: number) {
  const ids: string[] = [];
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      await Promise.all([
        pause(200),
        events(world, customers, perSecond / 5).then((some) => ids.push(...some)),
      ]);
    }
  })();
  return {
    ids,
    async stop() {
      stopped = true;
      await running;
      return ids;
    },
  };
}

test('three workers restarted in turn under load lose nothing and send nothing twice', {
  timeout: 300_000,
}, async (t) => {
  const restarts = LONG ? 30 : 3;
  const world = await startWorld(t);
  const workers = await Promise.all(Array.from({ length: LONG ? 3 : 2 }, () => startWorker(world)));
  const flow = stream(world, await customersAt(world, 10), LONG ? 100 : 50);
  for (let restart = 0; restart < restarts; restart++) {
    const before = world.receiver.requests.length;
    await received(world, before + 20);
    const at = restart % workers.length;
    const worker = workers[at] ?? assert.fail();
    assert.equal(await ended(worker, 'SIGTERM'), 0);
    workers[at] = await startWorker(world);
  }
  const ids = await flow.stop();
  await allDelivered(world, 90_000);
  t.diagnostic(`${restarts} restarts, ${ids.length} events`);
  assert.deepEqual(tally(world, ids), { lost: 0, duplicates: 0 });
});

test(
  'of three workers one killed at a time, the others go on and take over what it had',
  inLong,
  async (t) => {
    const world = await startWorld(t);
    const workers = await Promise.all(Array.from({ length: 3 }, () => startWorker(world, PATIENCE)));
    const flow = stream(world, await customersAt(world, 10), 100);
    let begun = 0;
    for (let kill = 0; kill < 3; kill++) {
      await received(world, world.receiver.requests.length + 200);
      assert.equal(await ended(workers[kill % 3] ?? assert.fail(), 'SIGKILL'), 'SIGKILL');
      begun += await underWay(world);
      // What it had is due when its lease ends; 5 s later nothing is late any more.
      await pause(PATIENCE.leaseMs + 5_000);
      const late = (await undone(world)) - (await underWay(world));
      assert.ok(late <= 100, `${late} wait, a second's worth is 100`);
      workers[kill % 3] = await startWorker(world, PATIENCE);
    }
    const ids = await flow.stop();
    await allDelivered(world, 90_000);
    const { lost, duplicates } = tally(world, ids);
    t.diagnostic(
      `${ids.length} events, 3 kills: ${lost} lost, ${duplicates} twice, ${begun} under way at the kills`,
    );
    assert.equal(lost, 0);
    assert.ok(duplicates <= begun);
  },
);

test('a worker stopped past its lease and let go again writes nothing of what it lost', inLong, async (t) => {
  const world = await startWorld(t);
  world.receiver.otherwise(async ({ response }) => {
    await pause(300);
    response.writeHead(204).end();
  });
  const ids = await events(world, await customersAt(world, 10), 400);
  const frozen = await startWorker(world, PATIENCE);
  await received(world, 100);
  frozen.kill('SIGSTOP');
  const held = await underWay(world);
  await pause(PATIENCE.leaseMs + 500);
  await startWorker(world, PATIENCE);
  await allDelivered(world, 60_000);
  frozen.kill('SIGCONT');
  await pause(1_000);
  assert.equal(await undone(world), 0);
  assert.equal(await ended(frozen, 'SIGTERM'), 0);
  const { lost, duplicates } = tally(world, ids);
  t.diagnostic(`${held} held when it was stopped, ${duplicates} twice`);
  assert.equal(lost, 0);
  assert.ok(duplicates <= held, `${duplicates} of ${held}`);
});

async function memoryOf(worker: ChildProcess): Promise<number> {
  assert.ok(worker.stdout);
  const told = once(worker.stdout, 'data');
  worker.kill('SIGUSR2');
  return Number(/rss (\d+)/.exec(String((await told)[0]))?.[1]) / 2 ** 20;
}

test(
  'with half as much again as can be sent a worker grows no larger, drains, and still stops in time',
  inLong,
  async (t) => {
    const world = await startWorld(t);
    // 64 of a destination at once and 400 ms each: 160 a second.
    world.receiver.otherwise(async ({ response }) => {
      await pause(400);
      response.writeHead(204).end();
    });
    const worker = await startWorker(world);
    const flow = stream(world, await customersAt(world, 1), 240);
    await pause(20_000);
    const early = await memoryOf(worker);
    await pause(30_000);
    const late = await memoryOf(worker);
    const ids = await flow.stop();
    const queued = await undone(world);
    const began = performance.now();
    assert.equal(await ended(worker, 'SIGTERM'), 0);
    const stopMs = performance.now() - began;
    await forgotten(world);
    world.receiver.otherwise(({ response }) => void response.writeHead(204).end());
    await startWorker(world);
    await allDelivered(world, 120_000);
    t.diagnostic(
      `${ids.length} events, ${queued} behind; ${early.toFixed(0)} MB, 20 s later ${late.toFixed(0)} MB; stopped in ${stopMs.toFixed(0)} ms`,
    );
    assert.ok(queued > 500, 'it was overloaded');
    assert.ok(late <= early * 1.1 + 10 && stopMs <= 35_000);
    assert.deepEqual(tally(world, ids), { lost: 0, duplicates: 0 });
  },
);
