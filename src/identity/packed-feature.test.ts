import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import type { ListingFeature } from './feature.ts';
import { packFeature, unpackFeature } from './packed-feature.ts';

const feature: ListingFeature = madeFeature('one', {
  photos: [0, 4_294_967_295, 7],
  shingles: [],
  flags: { elevator: true, lots: 12 },
  read: ['floor'],
  prices: [250_000],
  point: [2.35, 48.85],
});

test('a feature comes back from the database as it went in, to the last bit of its hashes', () => {
  const read = unpackFeature(JSON.parse(JSON.stringify(packFeature(feature))));
  for (const name of Object.keys(feature) as (keyof ListingFeature)[])
    assert.deepEqual(read[name], feature[name], name);
});

test('a feature that was kept as plain numbers is still read', () => {
  const stated = JSON.parse(JSON.stringify(feature));
  assert.deepEqual(unpackFeature(structuredClone(stated)), stated);
});
