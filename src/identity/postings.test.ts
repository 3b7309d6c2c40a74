import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyBits, MAX_CANDIDATES, MAX_POSTINGS, pickCandidates } from './postings.ts';

test('a key says a bit more for half as many postings', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 64, 65, 128, 129, MAX_POSTINGS].map(keyBits),
    [8, 7, 6, 6, 5, 2, 1, 1, 0, 0],
  );
});

test('the candidates that say most are picked, and of those that say the same the first by id', () => {
  const ids = Array.from({ length: 3 * MAX_CANDIDATES }, (_, at) => String(1_000 + at * 7).padStart(5, '0'));
  const found = ids.map((id, at) => ({ id, bits: (at * 5) % 7 }));
  const sorted = found.toSorted((one, other) => other.bits - one.bits || (one.id < other.id ? -1 : 1));
  assert.deepEqual(
    new Set(pickCandidates(found.toReversed()).map(({ id }) => id)),
    new Set(sorted.slice(0, MAX_CANDIDATES).map(({ id }) => id)),
  );
});

test('all are picked where they are few', () => {
  const found = Array.from({ length: MAX_CANDIDATES }, (_, at) => ({ id: String(at), bits: 0 }));
  assert.equal(pickCandidates(found).length, MAX_CANDIDATES);
});
