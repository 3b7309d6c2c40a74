import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flattenFacts } from './flatten.ts';

test('a figure has its unit, which is no fact of its own', () => {
  const sale = { fees: { condominium: { total: 1200, currency: 'EUR', frequency: 'YEARLY' } } };
  assert.deepEqual(flattenFacts({ displayed: 90_000, currency: 'EUR', sale }, 'pricing'), [
    { path: 'pricing.displayed', value: 90_000, measure: { currency: 'EUR' } },
    {
      path: 'pricing.sale.fees.condominium.total',
      value: 1200,
      measure: { currency: 'EUR', frequency: 'YEARLY' },
    },
  ]);
});

test('a list of words is one fact, and an unknown value is none', () => {
  const facts = flattenFacts({ orientation: ['SOUTH', 'EAST'], condition: null }, 'unit');
  assert.deepEqual(
    facts.map(({ path, value }) => [path, value]),
    [['unit.orientation', 'SOUTH, EAST']],
  );
});
