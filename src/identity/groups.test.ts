import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf, type Link } from './groups.ts';

/** Links by pairs such as "0-1"; what is not named scores -4. */
const grouped = (count: number, links: Record<string, Partial<Link>>): number[][] =>
  groupsOf(count, (one, other) => ({ score: -4, apart: false, ...links[`${one}-${other}`] })).map((group) =>
    group.toSorted(),
  );

test('a strong link joins, one below the least that links does not', () => {
  assert.deepEqual(grouped(3, { '0-1': { score: 2.1 }, '1-2': { score: -1.6 } }), [[0, 1], [2]]);
});

test('a weak link joins where nothing else is as like, and not on a stair of look-alikes', () => {
  assert.deepEqual(grouped(2, { '0-1': { score: 0.5 } }), [[0, 1]]);
  const twins = { '0-1': { score: 0.5 }, '1-2': { score: 0 }, '0-2': { score: -8 } };
  assert.deepEqual(grouped(3, twins), [[0], [1], [2]]);
  assert.deepEqual(grouped(3, { ...twins, '0-1': { score: 2.5 } }), [[0, 1], [2]]);
});

test('a weak link does not join groups of which one pair speaks clearly against it', () => {
  const weak = { '0-1': { score: 9 }, '1-2': { score: 1.5 }, '0-2': { score: -3 } };
  assert.deepEqual(grouped(3, weak), [[0, 1, 2]]);
  assert.deepEqual(grouped(3, { ...weak, '0-2': { score: -6.5 } }), [[0, 1], [2]]);
});

test('a listing goes to the group it is linked with best', () => {
  assert.deepEqual(
    grouped(4, {
      '0-1': { score: 9 },
      '2-3': { score: 9 },
      '1-2': { score: 3 },
      '0-2': { score: -9 },
      '0-3': { score: -9 },
    }),
    [
      [0, 1],
      [2, 3],
    ],
  );
});

test('a group that mostly speaks against it keeps a listing out', () => {
  const against = { '0-1': { score: 9 }, '0-2': { score: 9 }, '1-2': { score: 9 }, '2-3': { score: 4 } };
  assert.deepEqual(grouped(4, { ...against, '0-3': { score: -7 }, '1-3': { score: -7 } }), [[0, 1, 2], [3]]);
});

test('a pair that must be apart is never in one group, even through a third', () => {
  assert.deepEqual(
    grouped(3, { '0-1': { score: 8 }, '1-2': { score: 6 }, '0-2': { score: 5, apart: true } }),
    [[0, 1], [2]],
  );
});

test('an operator joins what would not join by itself', () => {
  assert.deepEqual(grouped(3, { '0-1': { score: -12, together: true } }), [[0, 1], [2]]);
});
