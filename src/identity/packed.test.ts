import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListingFeature } from './feature.ts';
import { packed, unpacked } from './packed.ts';

const feature = {
  listingId: 'one',
  photos: [0, 4_294_967_295, 7],
  shingles: [] as number[],
} as ListingFeature;

test('a feature comes back from the database as it went in, to the last bit of its hashes', () => {
  assert.deepEqual(unpacked(JSON.parse(JSON.stringify(packed(feature)))), feature);
});

test('a feature that was kept as plain numbers is still read', () => {
  assert.deepEqual(unpacked(JSON.parse(JSON.stringify(feature))), feature);
});
