import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomCriteria } from '../../../test/support/random-criteria.ts';
import { createRandom } from '../../world/random.ts';
import { listActive } from './active.ts';
import type { LeafJson } from './leaf.ts';

const countOperands = (node: unknown): number => listActive(node as LeafJson).length;

test('every filter of a random tree is listed and can be removed, until nothing is left', () => {
  const chance = createRandom(28);
  for (let round = 0; round < 300; round += 1) {
    let tree = randomCriteria(chance) as LeafJson;
    for (let left = countOperands(tree); left > 0; left -= 1) {
      const [first] = listActive(tree);
      assert.ok(first);
      tree = first.without;
      assert.equal(countOperands(tree), left - 1, JSON.stringify(tree));
    }
    assert.ok(!JSON.stringify(tree).includes('"property"'), JSON.stringify(tree));
  }
});

test('a filter of an alternative says which one: nothing is shown as asked for always', () => {
  const [flat, cheap] = [
    { property: { type: 'FLAT' } },
    { property: { pricing: { displayed: { lte: 9 } } } },
  ];
  const choices = (tree: LeafJson) => listActive(tree).map(({ choice }) => choice);
  assert.deepEqual(choices({ or: [flat, cheap] }), [1, 2]);
  assert.deepEqual(choices({ and: [flat, { or: [cheap, { and: [flat] }] }] }), [undefined, 1, 2]);
  assert.deepEqual(choices({ or: [flat] }), [undefined]);
});

test('an alternative without its last filter is left out: it would match every home', () => {
  const [flat, cheap] = [
    { property: { type: 'FLAT' } },
    { property: { pricing: { displayed: { lte: 9 } } } },
  ];
  const [first] = listActive({ or: [flat, cheap] });
  assert.deepEqual(first?.without, cheap);
});
