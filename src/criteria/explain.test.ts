import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { parseTree } from '../../test/support/parse-tree.ts';
import { randomCriteria } from '../../test/support/random-criteria.ts';
import { lineageInStock, randomProperty } from '../../test/support/random-property.ts';
import { createRandom } from '../world/random.ts';
import { buildSearchRow } from './columns.ts';
import { explain } from './explain.ts';
import { compilePredicate } from './matches.ts';

const flat = buildSearchRow(parisFlat, lineageInStock);

test('an explanation passes exactly when the property passes', () => {
  const seed = Date.now();
  const chance = createRandom('explain', seed);
  const properties = Array.from({ length: 50 }, () =>
    buildSearchRow(randomProperty(chance, 'x'), lineageInStock),
  );
  for (let at = 0; at < 100; at += 1) {
    const json = randomCriteria(chance);
    const tree = parseTree(json);
    const holds = compilePredicate(tree);
    for (const property of properties) {
      const { matches } = explain(tree, property);
      assert.equal(matches, holds(property), `seed ${seed}: ${JSON.stringify(json)}`);
    }
  }
});

test('each leaf is explained with its operand, the value and the verdict', () => {
  const json = {
    and: [
      { property: { pricing: { displayed: { lte: 600_000 } }, unit: { rooms: { gte: 3 } } } },
      { property: { pricing: { rental: { rent: { amount: { lte: 900 } } } } } },
    ],
  };
  const { matches, masks, tree } = explain(parseTree(json), flat);
  assert.equal(matches, false);
  assert.deepEqual(
    masks.map(({ path, verdict }) => [path, verdict]),
    [
      ['property.expired', 'PASS'],
      ['listings.priceCoherent', 'PASS'],
    ],
  );
  assert.deepEqual(tree, {
    verdict: 'FAIL',
    and: [
      {
        verdict: 'FAIL',
        filters: [
          {
            path: 'property.pricing.displayed',
            label: 'Price',
            asked: { lte: 600_000 },
            verdict: 'FAIL',
            seen: 649_000,
          },
          { path: 'property.unit.rooms', label: 'Rooms', asked: { gte: 3 }, verdict: 'PASS', seen: 3 },
        ],
      },
      {
        verdict: 'MISSING',
        filters: [
          {
            path: 'property.pricing.rental.rent.amount',
            label: 'Rent',
            asked: { lte: 900 },
            verdict: 'MISSING',
            seen: null,
          },
        ],
      },
    ],
  });
});

test('of several publishers the explanation shows the closest one', () => {
  const json = { publisher: { type: { in: ['COMMERCIAL_AGENT'] }, hasPhone: true, hasEmail: true } };
  const { tree } = explain(parseTree(json), flat);
  assert.ok('filters' in tree);
  assert.deepEqual(
    tree.filters.map(({ seen, verdict }) => [seen, verdict]),
    [
      ['REAL_ESTATE_AGENCY', 'FAIL'],
      [true, 'PASS'],
      [true, 'PASS'],
    ],
  );
});

test('features are explained one by one: present, denied or unknown', () => {
  const json = {
    property: {
      unit: { features: { in: ['BALCONY', 'BASEMENT'] } },
      amenities: { features: { in: ['PARKING'] } },
    },
  };
  const { tree } = explain(parseTree(json), flat);
  assert.ok('filters' in tree);
  assert.deepEqual(
    tree.filters.map(({ seen, verdict }) => [seen, verdict]),
    [
      [{ BALCONY: true, BASEMENT: false }, 'FAIL'],
      [{ PARKING: true }, 'PASS'],
    ],
  );
});
