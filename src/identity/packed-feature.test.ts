import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import type { ListingFeature } from './feature.ts';
import { FeatureReader, parseFeature, serializeFeature } from './feature-bytes.ts';
import { FEATURE_DICTIONARY } from './feature-dictionary.ts';
import {
  type FormerPackedFeature,
  MEMBERS,
  type PackedFeature,
  packFeature,
  unpackFeature,
} from './packed-feature.ts';
import { packFlags, unpackFlags } from './packed-flags.ts';

const feature: ListingFeature = madeFeature('one', {
  photos: [0, 4_294_967_295, 7],
  shingles: [],
  flags: { elevator: true, lots: 12 },
  read: ['floor'],
  prices: [250_000],
  point: [2.35, 48.85],
});

const HASHES = ['photos', 'shingles', 'words'] as const;

/** As releases before `packed` stored it: with the hashes in base 64. */
function formerFeature(): PackedFeature {
  const values = packFeature(feature, []);
  const ends = HASHES.map((name) =>
    Buffer.from(new Uint32Array(feature[name] ?? []).buffer).toString('base64'),
  );
  return [values[0], ...values.slice(1, -ends.length), ...ends];
}

test('a feature comes back from the database as it went in, to the last bit of its hashes', () => {
  const read = parseFeature('one', serializeFeature(feature));
  for (const name of Object.keys(feature) as (keyof ListingFeature)[])
    assert.deepEqual(read[name], feature[name], name);
});

test('a feature without hashes is read, and one of a newer release is refused', () => {
  const { photos: _, shingles: __, words: ___, ...rest } = feature;
  const read = parseFeature('one', serializeFeature(rest as ListingFeature));
  assert.deepEqual([read.photos, read.shingles, read.words], [[], [], []]);
  assert.throws(() => parseFeature('one', Buffer.of(2, 0, 0, 0)), /a newer release/);
});

test('a reader remembers a feature, as long as its row has the same bytes', () => {
  const reader = new FeatureReader();
  const read = reader.read('one', serializeFeature(feature));
  assert.equal(reader.read('one', serializeFeature(feature)), read);
  const written = reader.read('one', serializeFeature({ ...feature, rooms: 9 }));
  assert.equal(written.rooms, 9);
});

test('the dictionary is frozen: stored features are read with it', () => {
  const digest = createHash('sha256').update(FEATURE_DICTIONARY).digest('hex');
  assert.equal(digest, '6f4d2c4dab9be6f90d9193d3d2f49c601b2e9b55eb90be00441cbc0fb67571fc');
});

test('a feature that an older release stored with its hashes in base 64 is still read', () => {
  const read = parseFeature('one', Buffer.from(JSON.stringify(formerFeature())));
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
    ...unpackFeature('one', formerFeature()),
    photos: [],
    shingles: [],
    words: [],
  });
});

test('a feature is stored without the id of its row, and one that an older release stored has its own', () => {
  const [present, ...values] = formerFeature();
  assert.equal(JSON.stringify([present, ...values]).includes('one'), false);
  assert.equal(unpackFeature('other', formerFeature()).listingId, 'other');
  assert.deepEqual(
    unpackFeature('other', [present + 1, 'one', ...values]),
    unpackFeature('one', formerFeature()),
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
