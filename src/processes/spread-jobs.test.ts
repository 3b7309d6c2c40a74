import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { runPeriodically } from '../queue/periodic-job.ts';
import { spreadJobs, type WorkerJob } from './spread-jobs.ts';

test('jobs that somebody waits for start in the first second, those of hours one after the other within minutes', async () => {
  const clock = new MovableClock();
  const end = new AbortController();
  const started: [name: string, seconds: number][] = [];
  const job = (name: string, everyMs: number, more: Partial<WorkerJob> = {}): WorkerJob => ({
    ...{ name, everyMs, ...more },
    run: async () => void started.push([name, clock.monotonicMs() / 1_000]),
  });
  const jobs = spreadJobs([
    job('clean', HOUR_MS),
    job('match', 100 * MINUTE_MS, { startsAtOnce: true }),
    job('refresh', 59 * MINUTE_MS),
    job('audit', DAY_MS),
    job('purge', HOUR_MS),
    job('rebuild', DAY_MS, { isScan: true }),
  ]);
  const running = jobs.map((one) => runPeriodically(one, { clock, log: createMemoryLog() }, end.signal));
  await clock.asleep(6);
  await clock.advance(1_000);
  assert.deepEqual(started, [
    ['match', 0],
    ['refresh', 0.025],
  ]);
  await clock.advance(58 * MINUTE_MS);
  assert.deepEqual(started.slice(2), [
    ['rebuild', 10],
    ['clean', 60],
    ['audit', 65],
    ['purge', 70],
  ]);
  await clock.advance(4 * MINUTE_MS);
  assert.deepEqual(started.slice(6), [
    ['refresh', 0.025 + 59 * 60],
    ['clean', 60 + 3_600],
    ['purge', 70 + 3_600],
  ]);
  end.abort();
  await Promise.all(running);
});

test('a worker that ends before the first run of a job does not run it', async () => {
  const clock = new MovableClock();
  const end = new AbortController();
  const [late] = spreadJobs([{ name: 'late', everyMs: HOUR_MS, run: async () => assert.fail('it runs') }]);
  assert.ok(late);
  const running = runPeriodically(late, { clock, log: createMemoryLog() }, end.signal);
  await clock.asleep(1);
  end.abort();
  await running;
});
