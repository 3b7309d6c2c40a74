import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { runPeriodically } from './periodic-job.ts';

function quietLog() {
  const lines: string[] = [];
  const note = (_fields: object, message: string) => void lines.push(message);
  return { lines, info: note, warn: note, error: note };
}

test('a job runs at once, then at its interval, until the signal aborts', async () => {
  const clock = new MovableClock();
  const end = new AbortController();
  let runs = 0;
  const repeated = runPeriodically(
    { name: 'count', everyMs: 1_000, run: async () => void runs++ },
    { clock, log: quietLog() },
    end.signal,
  );
  await clock.asleep(1);
  assert.equal(runs, 1);
  await clock.advance(3_000);
  assert.equal(runs, 4);
  end.abort();
  await repeated;
  assert.equal(runs, 4);
});

test('a failing job backs off; its first failure and its recovery are logged', async () => {
  const clock = new MovableClock();
  const end = new AbortController();
  const log = quietLog();
  let broken = true;
  let runs = 0;
  const repeated = runPeriodically(
    {
      name: 'fail',
      everyMs: 10,
      run: async () => {
        runs += 1;
        if (broken) throw new Error('no');
      },
    },
    { clock, log },
    end.signal,
  );
  await clock.asleep(1);
  await clock.advance({ minutes: 10 });
  assert.ok(runs > 5 && runs < 60, `${runs} runs in ten minutes of failure`);
  assert.deepEqual(log.lines, ['the job fails; it is retried']);
  broken = false;
  await clock.advance({ minutes: 2 });
  assert.deepEqual(log.lines, ['the job fails; it is retried', 'the job runs again']);
  end.abort();
  await repeated;
});

test('a job resumes within seconds after a long outage of the database', async () => {
  const clock = new MovableClock();
  const end = new AbortController();
  let isOutage = true;
  let recoveredAt: number | undefined;
  const run = async (): Promise<void> => {
    if (isOutage) throw new Error('Connection terminated unexpectedly');
    recoveredAt ??= clock.now().getTime();
  };
  const repeated = runPeriodically(
    { name: 'wait', everyMs: 10, run },
    { clock, log: quietLog() },
    end.signal,
  );
  await clock.asleep(1);
  await clock.advance({ minutes: 10 });
  isOutage = false;
  const backAt = clock.now().getTime();
  await clock.advance({ seconds: 3 });
  assert.ok(recoveredAt !== undefined && recoveredAt - backAt <= 2_000, `${recoveredAt} after ${backAt}`);
  end.abort();
  await repeated;
});
