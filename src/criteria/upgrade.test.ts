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

test('a tree stored in an older vocabulary is upgraded to the current one', () => {
  const stored = {
    or: [
      { and: [{ property: { price: { lte: 5 }, type: { in: ['APARTMENT', 'FLAT', 'VILLA'] } } }] },
      { seller: { kind: { in: ['AGENCY'] } } },
    ],
  };
  const copy = structuredClone(stored);
  assert.deepEqual(upgradeCriteria(stored, former), {
    or: [
      { and: [{ property: { type: { in: ['FLAT', 'HOUSE'] }, pricing: { displayed: { lte: 5 } } } }] },
      { publisher: { type: { in: ['REAL_ESTATE_AGENCY'] } } },
    ],
  });
  assert.deepEqual(stored, copy);
  assert.ok('tree' in parseStoredCriteria(stored, {}, former));
});

test('a tree in the current vocabulary is unchanged', () => {
  for (const tree of Object.values(exampleTrees)) assert.deepEqual(upgradeCriteria(tree), tree);
  assert.equal(upgradeCriteria(null), null);
});

test('a value that no vocabulary ever had is reported, not dropped', () => {
  const parsed = parseStoredCriteria({ property: { colour: 'red' } }, {}, former);
  assert.ok('faults' in parsed);
  assert.equal(parsed.faults[0]?.propertyPath, 'criteria.property.colour');
});
