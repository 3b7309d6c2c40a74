import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { systemClock } from '../lib/clock.ts';
import { Problem } from './problem.ts';
import { maxHeavyQueries, QueryLimiter } from './query-limiter.ts';

/** Longer than a query may run without being heavy. */
const HEAVY_MS = 1_600;

const refusalOf = async (query: Promise<unknown>): Promise<string> => {
  const error = await query.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Problem ? error.problem : String(error);
};

test('while four heavy queries run, an account whose query was heavy waits outside, and others come in', async () => {
  const clock = new MovableClock();
  const limiter = new QueryLimiter(clock, new Registry(), 4);
  await limiter.run('suspect', () => clock.advance(HEAVY_MS));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const heavy = ['a', 'b', 'c', 'd'].map((account) => limiter.run(account, () => released));
  await clock.advance(HEAVY_MS);
  assert.equal(await refusalOf(limiter.run('suspect', async () => 'answer')), 'unavailable');
  assert.equal(await limiter.run('another', async () => 'answer'), 'answer');
  release();
  await Promise.all(heavy);
  assert.equal(await limiter.run('suspect', async () => 'answer'), 'answer');
});

test('the seventh query of an account waits for one of its own to end', async () => {
  const limiter = new QueryLimiter(systemClock, new Registry());
  let ended = 0;
  const first = Array.from({ length: 6 }, () =>
    limiter.run('busy', () => pause(50).then(() => (ended += 1))),
  );
  const seen = await limiter.run('busy', async () => ended);
  assert.ok(seen > 0);
  assert.equal(await limiter.run('other', async () => 'at once'), 'at once');
  await Promise.all(first);
});

test('no more heavy queries run at once than the machine has cores', () => {
  assert.deepEqual([1, 2, 4, 64].map(maxHeavyQueries), [1, 2, 4, 4]);
});

test('queries of accounts with recent heavy ones count from their start', async () => {
  const clock = new MovableClock();
  const limiter = new QueryLimiter(clock, new Registry(), 4);
  const suspects = ['a', 'b', 'c', 'd', 'e'];
  const heavy = suspects.map((account) => limiter.run(account, () => clock.sleep(HEAVY_MS)));
  await clock.advance(HEAVY_MS);
  await Promise.all(heavy);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const young = suspects.slice(0, 4).map((account) => limiter.run(account, () => released));
  assert.equal(await refusalOf(limiter.run('e', async () => 'answer')), 'unavailable');
  assert.equal(await limiter.run('another', async () => 'answer'), 'answer');
  release();
  await Promise.all(young);
  assert.equal(await limiter.run('e', async () => 'answer'), 'answer');
});
