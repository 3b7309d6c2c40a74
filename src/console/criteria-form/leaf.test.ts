import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternativesOf, askedAt, treeOf, withAsked } from './leaf.ts';

test('a question put at a path is found there, and taking it away leaves no empty branch', () => {
  const leaf = withAsked({}, 'property.unit.rooms', { gte: 2 });
  assert.deepEqual(leaf, { property: { unit: { rooms: { gte: 2 } } } });
  assert.deepEqual(askedAt(leaf, 'property.unit.rooms'), { gte: 2 });
  assert.deepEqual(withAsked(leaf, 'property.unit.rooms', undefined), {});
});

test('the form shows leaves and choices between leaves; richer trees are left as text', () => {
  const leaf = { property: { type: { in: ['FLAT'] } } };
  assert.deepEqual(alternativesOf(leaf), [leaf]);
  assert.deepEqual(alternativesOf({ or: [leaf, {}] }), [leaf, {}]);
  assert.equal(alternativesOf({ and: [leaf, leaf] }), undefined);
  assert.equal(alternativesOf({ or: [{ and: [leaf] }] }), undefined);
  assert.deepEqual(treeOf([leaf, {}]), { or: [leaf, {}] });
});
