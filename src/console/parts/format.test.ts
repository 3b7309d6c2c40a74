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
