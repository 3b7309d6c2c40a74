import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './backoff.ts';

const backoff = { firstMs: 100, capMs: 5_000 };
const longest = () => 0;
const shortest = () => 0.999_999;

test('each wait is twice the one before until the cap', () => {
  const waits = [0, 1, 2, 5, 6, 1_000].map((attempt) => backoffMs(attempt, backoff, longest));
  assert.deepEqual(waits, [100, 200, 400, 3_200, 5_000, 5_000]);
});

test('jitter subtracts at most half of a wait', () => {
  assert.ok(backoffMs(0, backoff, shortest) >= 50);
  assert.ok(backoffMs(0, backoff, shortest) < 51);
});
