import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { until } from '../faults/until.ts';
import { createDataDirectory, type GableProcess, readReadiness, spawnGable } from '../support/gable.ts';
import { proxiedDatabase } from '../support/proxied-database.ts';

/** Tests of this file share a database, and processes: a start takes 2 to 3 s of CPU. */
const { proxy, DATABASE_URL, headers } = await proxiedDatabase({ after });

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
