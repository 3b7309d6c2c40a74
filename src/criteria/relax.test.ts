import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTree } from '../../test/support/parse-tree.ts';
import { randomCriteria } from '../../test/support/random-criteria.ts';
import { lineageInStock, randomProperty } from '../../test/support/random-property.ts';
import { createRandom } from '../world/random.ts';
import { buildSearchRow } from './columns.ts';
import { criteriaJson } from './json.ts';
import { compilePredicate } from './matches.ts';
import { parseCriteria } from './parse.ts';
import { listRelaxations } from './relax.ts';

test('whatever matches a tree matches each of its relaxations, and each relaxation is a valid tree', () => {
  const seed = Date.now();
  const chance = createRandom('relax', seed);
  const properties = Array.from({ length: 60 }, () =>
    buildSearchRow(randomProperty(chance, 'x'), lineageInStock),
  );
  for (let at = 0; at < 60; at += 1) {
    const tree = parseTree(randomCriteria(chance, 2));
    const passing = properties.filter(compilePredicate(tree));
    for (const { label, tree: relaxed } of listRelaxations(tree)) {
      const description = `seed ${seed}: ${label} of ${JSON.stringify(criteriaJson(tree))}`;
      assert.ok(passing.every(compilePredicate(relaxed)), description);
      assert.ok('tree' in parseCriteria(criteriaJson(relaxed)), description);
    }
  }
});

test('the smallest relaxations are first', () => {
  const json = {
    property: {
      transaction: { type: 'SELL' },
      pricing: { displayed: { lte: 500_000 } },
      unit: { rooms: { gte: 3 }, features: { in: ['BALCONY', 'CELLAR'] } },
      locations: { in: { uniqueCodes: ['75111'] } },
    },
  };
  const labels = listRelaxations(parseTree(json), (code) => (code === '75111' ? '75056' : undefined)).map(
    ({ label }) => label,
  );
  assert.deepEqual(labels, [
    'pricing.displayed.lte +5 %',
    'pricing.displayed.lte +10 %',
    'unit.rooms.gte −1',
    'pricing.displayed orMissing',
    'unit.rooms orMissing',
    'unit.features inOrMissing',
    'pricing.displayed.lte +20 %',
    'unit.rooms.gte −2',
    'locations 75056 instead of 75111',
    'unit.features without BALCONY',
    'unit.features without CELLAR',
    'transaction.type given up',
    'pricing.displayed given up',
    'unit.rooms given up',
    'unit.features given up',
  ]);
});

test('a relaxation that would activate a default filter is left out', () => {
  assert.deepEqual(listRelaxations(parseTree({ property: { expired: true } })), []);
  assert.deepEqual(
    listRelaxations(parseTree({ listings: { expiredAt: { from: '2026-01-01T00:00:00Z' } } })),
    [],
  );
  assert.deepEqual(listRelaxations(parseTree({})), []);
});
