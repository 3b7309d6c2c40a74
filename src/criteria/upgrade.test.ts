import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormerWords } from '../catalogue/filters/former.ts';
import { exampleTrees } from './examples.ts';
import { parseStoredCriteria, upgradeCriteria } from './upgrade.ts';

const former: FormerWords = {
  paths: { 'property.price': 'property.pricing.displayed', 'seller.kind': 'publisher.type' },
  values: {
    'property.type': { APARTMENT: 'FLAT', VILLA: 'HOUSE' },
    'publisher.type': { AGENCY: 'REAL_ESTATE_AGENCY' },
  },
};

test('a tree that was stored in older words is read in those of today', () => {
  const stored = {
    or: [
      { and: [{ property: { price: { lte: 5 }, type: { in: ['APARTMENT', 'FLAT', 'VILLA'] } } }] },
      { seller: { kind: { in: ['AGENCY'] } } },
    ],
  };
  const kept = structuredClone(stored);
  assert.deepEqual(upgradeCriteria(stored, former), {
    or: [
      { and: [{ property: { type: { in: ['FLAT', 'HOUSE'] }, pricing: { displayed: { lte: 5 } } } }] },
      { publisher: { type: { in: ['REAL_ESTATE_AGENCY'] } } },
    ],
  });
  assert.deepEqual(stored, kept);
  assert.ok('tree' in parseStoredCriteria(stored, {}, former));
});

test('a tree in the words of today stays as it is', () => {
  for (const tree of Object.values(exampleTrees)) assert.deepEqual(upgradeCriteria(tree), tree);
  assert.equal(upgradeCriteria(null), null);
});

test('what no vocabulary ever had is told, not dropped', () => {
  const parsed = parseStoredCriteria({ property: { colour: 'red' } }, {}, former);
  assert.ok('faults' in parsed);
  assert.equal(parsed.faults[0]?.propertyPath, 'criteria.property.colour');
});
