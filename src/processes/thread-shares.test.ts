import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeShares } from './thread-shares.ts';

const table: [sessions: number, threads: number, works: boolean, coordinator: number, each: number][] = [
  [10, 1, false, 10, 10],
  [10, 2, false, 2, 4],
  [10, 2, true, 4, 3],
  [10, 4, false, 2, 2],
  [6, 2, true, 2, 2],
  [200, 64, true, 8, 3],
];

for (const [sessions, threads, works, coordinator, each] of table)
  test(`${sessions} sessions are ${coordinator} for the coordinator and ${each} for each of ${threads} threads${works ? ' when it also runs jobs' : ''}`, () => {
    assert.deepEqual(computeShares(sessions, threads, works).sessions, { coordinator, each });
    assert.ok(threads === 1 || coordinator + threads * each <= sessions);
  });

test('too few sessions for the threads are refused with the number needed', () => {
  assert.throws(() => computeShares(10, 5, false), /SERVE_THREADS=5 needs DATABASE_SESSIONS of 12 or more/);
});
