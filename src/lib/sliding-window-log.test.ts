import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlidingWindowLog } from './sliding-window-log.ts';

const log = () => new SlidingWindowLog({ permitted: 3, windowMs: 60_000, maxSubjects: 2 });

test('no sliding window has more events than the limit', () => {
  const limit = log();
  const admitted: number[] = [];
  for (let now = 0; now < 300_000; now += 7_000) {
    if (limit.admit('a', now).admitted) admitted.push(now);
  }
  assert.ok(admitted.length > 9);
  for (const start of admitted) {
    assert.ok(admitted.filter((at) => at >= start && at < start + 60_000).length <= 3);
  }
});

test('a refusal says when the oldest event leaves the window, and is not counted', () => {
  const limit = log();
  for (const now of [0, 10, 20]) limit.admit('a', now);
  assert.deepEqual(limit.admit('a', 30), { admitted: false, remaining: 0, retryInMs: 59_970 });
  assert.equal(limit.hasCapacity('a', 59_999), false);
  assert.equal(limit.hasCapacity('a', 60_000), true);
});

test('the least recently used subject is evicted, not the busiest', () => {
  const limit = log();
  for (const now of [0, 1, 2]) limit.admit('busy', now);
  limit.admit('quiet', 3);
  limit.admit('busy', 4);
  limit.admit('other', 5);
  assert.equal(limit.hasCapacity('quiet', 6), true);
  limit.admit('third', 7);
  assert.equal(limit.admit('quiet', 8).remaining, 2);
});
