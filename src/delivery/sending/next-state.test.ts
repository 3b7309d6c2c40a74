import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyOutcomes, probeDelayMs, replayBatchSize } from '../destinations/suspension.ts';
import { computeNextState } from './next-state.ts';

const now = new Date('2026-03-01T12:00:00Z');
const fresh = { kind: 'EVENT', failedAttempts: 0, internalFailures: 0, statusBefore: null, lane: 0 } as const;
const failed = { outcome: 'FAILED', error: 'the endpoint answered 500' } as const;

test('10,000 rows of failures are retried after 1, 5, 30 and 120 minutes, never early, never a fifth late, never a sixth time', () => {
  for (let run = 0; run < 10_000; run++) {
    const delays: number[] = [];
    let state = { ...fresh, failedAttempts: 0 };
    for (;;) {
      const next = computeNextState(state, failed, now);
      if (next.status === 'FAILED') break;
      assert.equal(next.status, 'PENDING');
      delays.push(((next.dueAt?.getTime() ?? 0) - now.getTime()) / 60_000);
      state = { ...state, failedAttempts: next.failedAttempts };
    }
    assert.equal(delays.length, 4);
    for (const [at, nominal] of [1, 5, 30, 120].entries()) {
      const delay = delays[at] ?? 0;
      assert.ok(delay >= nominal && delay <= nominal * 1.2, `${delay} minutes instead of ${nominal}`);
    }
  }
});

test('internal failures do not count for the five attempts, and too many of them end the notification', () => {
  const lost = { outcome: 'LOST', error: 'x' } as const;
  const next = computeNextState({ ...fresh, failedAttempts: 4 }, lost, now);
  assert.deepEqual([next.status, next.failedAttempts, next.internalFailures], ['PENDING', 4, 1]);
  assert.equal(computeNextState({ ...fresh, internalFailures: 4 }, lost, now).status, 'FAILED');
});

test('a manual replay has one attempt and returns to its former status', () => {
  for (const statusBefore of ['DELIVERED', 'FAILED', 'SKIPPED'] as const) {
    assert.equal(computeNextState({ ...fresh, statusBefore }, failed, now).status, statusBefore);
    assert.equal(
      computeNextState({ ...fresh, statusBefore }, { outcome: 'DELIVERED' }, now).status,
      'DELIVERED',
    );
  }
  assert.equal(computeNextState({ ...fresh, kind: 'TEST' }, failed, now).status, 'FAILED');
});

const [F, S] = [false, true];
for (const [outcomes, before, failures, suspends] of [
  [[F, F, F, F, F], 0, 5, true],
  [[F, F, F, F, S, F, F, F, F], 0, 4, false],
  [[F], 4, 5, true],
  [[S], 4, 0, false],
  [Array(64).fill(F), 0, 5, true],
  [[F, F, F, F, F, S], 0, 5, true],
  [[], 3, 3, false],
] as [boolean[], number, number, boolean][]) {
  const streak = outcomes
    .slice(0, 9)
    .map((one) => (one ? 'S' : 'F'))
    .join('');
  test(`after ${before} failures, ${streak || 'nothing'} is ${suspends ? 'suspended' : 'active'}`, () => {
    assert.deepEqual(applyOutcomes({ status: 'ACTIVE', failures: before }, outcomes), { failures, suspends });
  });
}

test('probes follow after 5, 10, 20 … 320 minutes, then every 6 hours', () => {
  const minutes = Array.from({ length: 10 }, (_, at) => probeDelayMs(at) / 60_000);
  assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 320, 360, 360, 360]);
  assert.equal(probeDelayMs(10_000) / 60_000, 360);
});

test('a replay releases 1, 2, 4 … a second up to its cap', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 1_000].map(replayBatchSize), [1, 2, 4, 8, 16, 32, 50, 50, 50]);
});
