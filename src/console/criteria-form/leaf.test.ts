import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAlternatives, readFilter, splitAlternatives, writeFilter } from './leaf.ts';

test('an operand written at a path is read there, and removing it leaves no empty branch', () => {
  const leaf = writeFilter({}, 'property.unit.rooms', { gte: 2 });
  assert.deepEqual(leaf, { property: { unit: { rooms: { gte: 2 } } } });
  assert.deepEqual(readFilter(leaf, 'property.unit.rooms'), { gte: 2 });
  assert.deepEqual(writeFilter(leaf, 'property.unit.rooms', undefined), {});
});

test('the form edits a leaf or alternatives of leaves; other trees are edited as text', () => {
  const leaf = { property: { type: { in: ['FLAT'] } } };
  assert.deepEqual(splitAlternatives(leaf), [leaf]);
  assert.deepEqual(splitAlternatives({ or: [leaf, {}] }), [leaf, {}]);
  assert.equal(splitAlternatives({ and: [leaf, leaf] }), undefined);
  assert.equal(splitAlternatives({ or: [{ and: [leaf] }] }), undefined);
  assert.deepEqual(joinAlternatives([leaf, {}]), { or: [leaf, {}] });
});
