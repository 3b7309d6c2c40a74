import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import type { ClusterMember } from './neighbourhood.ts';
import { assignIds, initialId } from './property-ids.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const member = (
  listingId: string,
  since: number,
  of?: { id: string; born: number; former?: string[] },
): ClusterMember => ({
  feature: madeFeature(listingId, { from: day(since).getTime() }),
  propertyId: of?.id,
  since: of && day(since),
  bornAt: of && day(of.born),
  former: of?.former ?? [],
  overrules: [],
  posted: true,
});
const ids = (...groups: ClusterMember[][]): string[] =>
  assignIds(groups, new Set(), day(9)).map(({ id }) => id);

test('a property is born with the id of its founding listing, the oldest', () => {
  assert.deepEqual(ids([member('b', 2), member('a', 1)]), [initialId('a')]);
});

test('of two properties that merge the older survives', () => {
  const [old, young] = [
    { id: 'old', born: 1 },
    { id: 'young', born: 5 },
  ];
  assert.deepEqual(ids([member('a', 5, young), member('b', 6, young), member('c', 1, old)]), ['old']);
});

test('on a split the larger part keeps the id, at a tie the part with the oldest listing', () => {
  const one = { id: 'one', born: 1 };
  assert.deepEqual(ids([member('a', 1, one)], [member('b', 2, one), member('c', 3, one)]), [
    initialId('a'),
    'one',
  ]);
  assert.deepEqual(ids([member('b', 2, one)], [member('a', 1, one)]), [initialId('b'), 'one']);
});

test('a part that leaves takes back the id it had before it was merged in', () => {
  const one = { id: 'one', born: 1 };
  const back = { ...one, former: ['former'] };
  assert.deepEqual(
    ids([member('a', 1, one), member('b', 2, one), member('c', 3, one)], [member('d', 4, back)]),
    ['one', 'former'],
  );
});

test('a part that leaves under a new id is younger than what it meets later, however old its listings are', () => {
  const [one, met] = [
    { id: 'one', born: 1 },
    { id: 'met', born: 5 },
  ];
  const [, left] = assignIds(
    [[member('b', 2, one), member('c', 3, one)], [member('a', 1, one)]],
    new Set(),
    new Date(day(9).getTime() + 3_600_000),
  );
  assert.deepEqual([left?.id, left?.bornAt], [initialId('a'), day(9)]);
  assert.deepEqual(ids([member('a', 1, { id: initialId('a'), born: 9 }), member('d', 5, met)]), ['met']);
});

test('a part that takes back its former id is as old as its listings', () => {
  const one = { id: 'one', born: 1 };
  const [, left] = assignIds(
    [[member('a', 1, one), member('b', 2, one)], [member('c', 3, { ...one, former: ['former'] })]],
    new Set(),
    day(9),
  );
  assert.deepEqual([left?.id, left?.bornAt], ['former', day(3)]);
});

test('an id that other listings live under is never taken', () => {
  const one = { id: 'one', born: 1 };
  const named = assignIds(
    [[member('a', 1, one), member('b', 2, one)], [member('d', 4, { ...one, former: ['former'] })]],
    new Set(['former']),
    day(9),
  );
  assert.deepEqual(
    named.map(({ id }) => id),
    ['one', initialId('d')],
  );
  const both = assignIds([[member('d', 4)]], new Set([initialId('d')]), day(9));
  assert.notEqual(both[0]?.id, initialId('d'));
});
