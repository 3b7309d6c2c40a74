import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import { blockingKeys } from './blocking-keys.ts';
import type { ListingFeature } from './feature.ts';
import { haveSameKeys } from './same-keys.ts';

/** Another value of each member; those that give no key are in the list of `haveSameKeys`. */
const OTHERS: Partial<ListingFeature> = {
  ...{ transaction: 'RENT', type: 'HOUSE', zone: '44020', department: '35', neighbourhood: 'les docks' },
  ...{ street: 'rue du port', number: '7', point: [2.2, 41.5], precise: true, area: 90, otherAreas: [91] },
  ...{
    rooms: 5,
    bedrooms: 4,
    bathrooms: 2,
    floor: 4,
    floors: 9,
    land: 300,
    year: 1931,
    charges: 120,
    tax: 90,
  },
  ...{
    certificate: '2244E0011223Z',
    kwh: 301,
    co2: 61,
    letter: 'G',
    lot: '12',
    newBuild: true,
    net: 200_000,
  },
  ...{
    prices: [199_999],
    photos: [1, 2],
    shingles: [...Array(20).keys()],
    words: [1, 2, 3],
    flags: { a: true },
  },
  ...{ agency: 'mercier', reference: '4711', privatePhone: '612345678', phone: '612345678', read: ['floor'] },
  ...{ from: 1, to: 2 },
};

test('a member that changes the keys of a listing counts as another key, whatever else stays', () => {
  const whole = madeFeature('a', {
    ...{ point: [2.1, 41.4], neighbourhood: 'centre', street: 'rue pasteur', number: '3', kwh: 180, co2: 30 },
    ...{ agency: 'blanc', reference: '815', charges: 80, tax: 50 },
  });
  const keysOf = (feature: ListingFeature): string => JSON.stringify(blockingKeys(feature));
  const bare = madeFeature('b', { point: [2.1, 41.4], bedrooms: 3, bathrooms: 1, floors: 6, year: 1972 });
  for (const former of [whole, bare])
    for (const [name, value] of Object.entries(OTHERS)) {
      const changed: ListingFeature = { ...former, [name]: value };
      if (keysOf(changed) !== keysOf(former)) assert.equal(haveSameKeys(former, changed), false, name);
    }
  assert.notEqual(keysOf({ ...bare, year: 1931 }), keysOf(bare));
  assert.ok(haveSameKeys(whole, { ...whole, year: 1931 }));
});
