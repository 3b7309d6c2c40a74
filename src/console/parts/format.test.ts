import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from './format.ts';

test('a price on a map is short, and a rent is whole', () => {
  const { compactMoney } = createFormat('en-GB');
  assert.deepEqual([1_020, 9_999, 295_000, 1_080_000].map(compactMoney), [
    '€1,020',
    '€9,999',
    '€295k',
    '€1.08m',
  ]);
});

test('a number that rounds to zero has no sign', () => {
  const { number } = createFormat('en-GB');
  assert.deepEqual([number(-0.04, 1), number(-0.06, 1), number(0, 1)], ['0', '-0.1', '0']);
});
