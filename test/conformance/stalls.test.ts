import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { Type } from 'typebox';
import { plainResource } from '../../src/api/resource.ts';
import { readOne } from '../../src/api/route.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { watchEventLoop } from '../../src/processes/watch-event-loop.ts';
import { runPeriodically } from '../../src/queue/periodic-job.ts';
import { until } from '../faults/until.ts';
import { startApi } from '../support/api.ts';
import { createMemoryLog } from '../support/memory-log.ts';

const STALL_MS = 400;

function standStill(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const nothing = plainResource(
  'Nothing',
  '/still',
  Type.Object({ id: Type.String() }, { additionalProperties: false }),
);
const still = readOne({
  path: '/still',
  operationId: 'standStill',
  tag: 'Tests',
  summary: 'Holds the event loop',
  routeType: 'other',
  resource: nothing,
  find: async () => {
    standStill(STALL_MS);
    return { id: '1' };
  },
});

const api = await startApi({ after }, { routes: [still] });

/** Other code of this test may stall too, on a busy machine: only the stall made here counts. */
function watched(startUpMs = 0) {
  const registry = new Registry();
  const log = createMemoryLog();
  watchEventLoop(registry, log, startUpMs);
  const stallsOf = (name: string) =>
    log.kept.filter(({ fields: { route, job } }) => route === name || job === name);
  return { registry, log, stallsOf };
}

test('a stall while the process starts has that cause, and is no warning; one of a route has its route from the start', async () => {
  const { registry, log, stallsOf } = watched(60_000);
  await setTimeout(100);
  standStill(STALL_MS);
  const ofStart = () => log.kept.filter(({ fields: { phase } }) => phase === 'start-up');
  await until(() => ofStart().length > 0, { what: () => 'a line about the start' });
  assert.equal(ofStart()[0]?.level, 'info');
  assert.match(await registry.metrics(), /gable_event_loop_stalls_total\{activity="start-up"\} \d/);
  await api.call({ path: '/still' });
  await until(() => stallsOf('GET /still').length > 0, { what: () => 'a line about the route' });
  assert.equal(stallsOf('GET /still')[0]?.level, 'warn');
});

test('a route that blocks the event loop is logged by name and duration, and counted', async () => {
  const { registry, stallsOf } = watched();
  await api.call({ path: '/sources' });
  await api.call({ path: '/still' });
  await until(() => stallsOf('GET /still').length > 0, { what: () => 'a line about the stall' });
  const [line] = stallsOf('GET /still');
  assert.ok(line !== undefined);
  const { event, route, ms, cpuMs } = line.fields;
  assert.deepEqual([line.level, event, route], ['warn', 'event_loop.stalled', 'GET /still']);
  assert.ok(Number(ms) > 200 && Number(cpuMs) > 0, JSON.stringify(line));
  const measures = await registry.metrics();
  assert.match(measures, /gable_event_loop_stalls_total\{activity="GET \/still"\} 1/);
});

test('a job of a worker that blocks the event loop is logged as well', async () => {
  const { stallsOf } = watched();
  const ending = new AbortController();
  const job = { name: 'stand still', everyMs: 60_000, run: async () => standStill(STALL_MS) };
  const repeating = runPeriodically(job, { clock: systemClock, log: createMemoryLog() }, ending.signal);
  try {
    await until(() => stallsOf('stand still').length > 0, { what: () => 'a line about the stall' });
  } finally {
    ending.abort();
    await repeating;
  }
});

test('waiting without blocking the event loop is no stall', async () => {
  const { stallsOf } = watched();
  const ending = new AbortController();
  let waitedMs = 0;
  const job = {
    name: 'wait',
    everyMs: 60_000,
    run: async (signal: AbortSignal) => {
      for (; waitedMs < STALL_MS && !signal.aborted; waitedMs += 50) await setTimeout(50);
    },
  };
  const repeating = runPeriodically(job, { clock: systemClock, log: createMemoryLog() }, ending.signal);
  try {
    await until(() => waitedMs >= STALL_MS, { what: () => 'the end of the wait' });
  } finally {
    ending.abort();
    await repeating;
  }
  // Where other processes take the cores, the event loop is late without using any CPU.
  const blocked = stallsOf('wait').filter(({ fields: { cpuMs } }) => Number(cpuMs) > STALL_MS / 2);
  assert.deepEqual(blocked, []);
});
