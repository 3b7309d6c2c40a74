import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultThreads } from './default-threads.ts';
import { computeShares } from './thread-shares.ts';

const GIGABYTE = 2 ** 30;

test('one thread serves on one or two cores; on more, one for each core but one, within memory and sessions', () => {
  const table: [sessions: number, cores: number, gigabytes: number, threads: number][] = [
    [10, 1, 1, 1],
    [10, 2, 16, 1],
    [10, 4, 16, 3],
    [10, 16, 64, 4],
    [40, 16, 64, 8],
    [40, 8, 2, 2],
    [40, 8, 0.5, 1],
    [2, 8, 16, 1],
  ];
  for (const [sessions, cores, gigabytes, threads] of table)
    assert.equal(
      defaultThreads(sessions, { cores, memoryBytes: gigabytes * GIGABYTE }),
      threads,
      `${sessions} sessions, ${cores} cores, ${gigabytes} GB`,
    );
});

test('the default never needs more sessions than there are', () => {
  for (let sessions = 2; sessions <= 60; sessions += 1)
    for (const works of [true, false]) {
      const threads = defaultThreads(sessions, { cores: 64, memoryBytes: 512 * GIGABYTE });
      assert.equal(computeShares(sessions, threads, works).threads, threads);
    }
});
