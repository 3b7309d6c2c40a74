import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAlternatives, readFilter, splitAlternatives, writeFilter } from './leaf.ts';

test('a question put at a path is found there, and taking it away leaves no empty branch', () => {
  const leaf = writeFilter({}, 'property.unit.rooms', { gte: 2 });
  assert.deepEqual(leaf, { property: { unit: { rooms: { gte: 2 } } } });
  assert.deepEqual(readFilter(leaf, 'property.unit.rooms'), { gte: 2 });
  assert.deepEqual(writeFilter(leaf, 'property.unit.rooms', undefined), {});
});

test('the form shows leaves and choices between leaves; richer trees are left as text', () => {
  const leaf = { property: { type: { in: ['FLAT'] } } };
  assert.deepEqual(splitAlternatives(leaf), [leaf]);
  assert.deepEqual(splitAlternatives({ or: [leaf, {}] }), [leaf, {}]);
  assert.equal(splitAlternatives({ and: [leaf, leaf] }), undefined);
  assert.equal(splitAlternatives({ or: [{ and: [leaf] }] }), undefined);
  assert.deepEqual(joinAlternatives([leaf, {}]), { or: [leaf, {}] });
});
