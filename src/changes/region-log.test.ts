import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../db/sql.ts';
import { type LogRead, mergeReads } from './region-log.ts';
import type { LoggedChange } from './store.ts';

const db: Db = { rows: async () => [] };

/** A read of a log whose entries were recorded at these seconds. */
function readOf(name: string, seconds: readonly number[], isFull = false): LogRead {
  const entries = seconds.map(
    (second, at) =>
      ({
        changedIn: `${at}`,
        position: at,
        loggedAt: new Date(second * 1_000).toISOString(),
      }) as LoggedChange,
  );
  const log = { name, db, coordinator: undefined };
  return { log, from: { changedIn: '0', position: 0 }, horizon: '100', entries, isFull };
}

const merge = (reads: readonly LogRead[], limit = 100): string =>
  mergeReads(reads, limit)
    .map(({ log, entry }) => `${log.name}${Date.parse(entry.loggedAt) / 1_000}`)
    .join(' ');

test('entries of several logs are merged by time, those of a log in its own order', () => {
  assert.equal(merge([readOf('a', [1, 4, 3, 9]), readOf('b', [2, 5])]), 'a1 b2 a4 a3 b5 a9');
  assert.equal(merge([readOf('a', [1, 4]), readOf('b', [1, 2])], 3), 'a1 b1 b2');
  assert.equal(merge([readOf('a', [3, 1]), readOf('b', [])]), 'a3 a1');
});

test('a merge ends where a log has entries that were not read', () => {
  assert.equal(merge([readOf('a', [1, 3], true), readOf('b', [2, 4, 5])]), 'a1 b2 a3');
  assert.equal(merge([readOf('a', [1, 3], true), readOf('b', [2, 2.5], true)]), 'a1 b2 b2.5');
});
