import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import type { ListingFeature } from './feature.ts';
import { type FormerPackedFeature, MEMBERS, packFeature, unpackFeature } from './packed-feature.ts';
import { packFlags, unpackFlags } from './packed-flags.ts';

const feature: ListingFeature = madeFeature('one', {
  photos: [0, 4_294_967_295, 7],
  shingles: [],
  flags: { elevator: true, lots: 12 },
  read: ['floor'],
  prices: [250_000],
  point: [2.35, 48.85],
});

test('a feature comes back from the database as it went in, to the last bit of its hashes', () => {
  const read = unpackFeature('one', JSON.parse(JSON.stringify(packFeature(feature))));
  for (const name of Object.keys(feature) as (keyof ListingFeature)[])
    assert.deepEqual(read[name], feature[name], name);
});

test('a feature that was kept as plain numbers is still read', () => {
  const stated = JSON.parse(JSON.stringify(feature));
  assert.deepEqual(unpackFeature('one', structuredClone(stated)), stated);
});

test('a feature that an older release stored, with null for what it lacks, is still read', () => {
  const hashes = ['photos', 'shingles', 'words'];
  const full = new Map(Object.entries(JSON.parse(JSON.stringify(feature))));
  const former = MEMBERS.map((name) => (hashes.includes(name) ? '' : (full.get(name) ?? null)));
  const read = unpackFeature('another', former as unknown as FormerPackedFeature);
  assert.deepEqual(read, {
    ...unpackFeature('one', packFeature(feature)),
    photos: [],
    shingles: [],
    words: [],
  });
});

test('a feature is stored without the id of its row, and one that an older release stored has its own', () => {
  const [present, ...values] = packFeature(feature);
  assert.equal(JSON.stringify([present, ...values]).includes('one'), false);
  assert.equal(unpackFeature('other', packFeature(feature)).listingId, 'other');
  assert.deepEqual(
    unpackFeature('other', [present + 1, 'one', ...values]),
    unpackFeature('one', packFeature(feature)),
  );
});

test('flags are letters, and other answers as they are', () => {
  const flags = { elevator: true, cellar: false, quiet: false, lots: 12, terrace: 9, mezzanine: true };
  const packed = packFlags(flags);
  assert.deepEqual(packed, ['T-QP', { lots: 12, terrace: 9, mezzanine: true }]);
  assert.deepEqual(unpackFlags(packed), flags);
  assert.equal(packFlags({ lastFloor: true, swimmingPool: false }), 'A-f');
  assert.deepEqual(unpackFlags(packFlags({})), {});
});
