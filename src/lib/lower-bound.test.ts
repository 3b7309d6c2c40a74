import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowerBound, partitionPoint } from './lower-bound.ts';

test('the lower bound is the index of the first entry that is not below the value', () => {
  const sorted = [1, 3, 3, 5];
  for (const [value, expected] of [
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 3],
    [5, 3],
    [6, 4],
  ] as const)
    assert.equal(lowerBound(sorted, value), expected, `${value}`);
  assert.equal(lowerBound([], 1), 0);
  assert.equal(lowerBound(['Paris', 'Rennes', 'Épinal'], 'Z'), 2, 'by code units');
});

test('a search within a range never leaves the range', () => {
  const sorted = new Float32Array([9, 9, 1, 2, 3, 0]);
  assert.equal(lowerBound(sorted, 2, 2, 5), 3);
  assert.equal(lowerBound(sorted, 4, 2, 5), 5);
  assert.equal(lowerBound(sorted, 0, 2, 5), 2);
});

test('the partition point of every length and position is found', () => {
  for (let length = 0; length < 40; length += 1)
    for (let point = 0; point <= length; point += 1)
      assert.equal(
        partitionPoint(0, length, (at) => at < point),
        point,
      );
});
