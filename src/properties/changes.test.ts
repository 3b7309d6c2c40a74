import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangeAttribute, propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import { compareViews } from './changes.ts';
import type { Claims } from './listing-state.ts';

const place = (id: string) => ({ iri: `/geo/${id}`, id, name: id, type: 'MUNICIPALITY' as const });
type View = Claims & { pictures?: { url: string }[] };

const moves: Record<ChangeAttribute, [before: View, after: View]> = {
  DISPLAYED_PRICE: [{ pricing: { displayed: 200 } }, { pricing: { displayed: 150 } }],
  DISPLAYED_AREA: [{ area: { displayed: 50 } }, { area: { displayed: 60 } }],
  DESCRIPTION: [{ body: { description: 'a' } }, { body: { description: 'b' } }],
  TITLE: [{ body: { title: 'a' } }, {}],
  FEATURES: [{ unit: { balcony: false } }, { unit: { balcony: true } }],
  ROOMS: [{ unit: { rooms: 2 } }, { unit: { rooms: 3 } }],
  BEDROOMS: [{ unit: { bedrooms: 2 } }, { unit: { bedrooms: 1 } }],
  ADDRESS: [{ location: { address: '1 rue A' } }, { location: { address: '2 rue A' } }],
  GEO_POINT: [{}, { location: { geometry: { type: 'Point', coordinates: [2, 48] } } }],
  CITY: [{ location: { city: place('1') } }, { location: { city: place('2') } }],
  DISTRICT: [{ location: { district: place('1') } }, { location: { district: place('2') } }],
  NEIGHBORHOOD: [
    { location: { subNeighborhood: place('1') } },
    { location: { subNeighborhood: place('2') } },
  ],
  LOCATION_ACCURACY: [{ location: { accuracy: 'CITY' } }, { location: { accuracy: 'STREET' } }],
  PICTURES: [{ pictures: [] }, { pictures: [{ url: 'https://p.example/1' }] }],
  TRANSACTION_STATUS: [{ transaction: { status: 'AVAILABLE' } }, { transaction: { status: 'SOLD' } }],
};

for (const attribute of propertyVocabularies.changeAttribute.values) {
  test(`${attribute} is reported, and no other attribute with it`, () => {
    const [before, after] = moves[attribute];
    assert.deepEqual(
      compareViews(before, after).map((one) => one.attribute),
      [attribute],
    );
    assert.deepEqual(compareViews(after, after), []);
  });
}

test('a numeric change has both values and a signed percentage', () => {
  assert.deepEqual(compareViews(...moves.DISPLAYED_PRICE), [
    { attribute: 'DISPLAYED_PRICE', numericOld: 200, numericNew: 150, variationPercent: -25 },
  ]);
  assert.deepEqual(compareViews({ unit: { rooms: 3 } }, { unit: { rooms: 4 } }), [
    { attribute: 'ROOMS', numericOld: 3, numericNew: 4, variationPercent: 33.33 },
  ]);
});

test('a value that appears, disappears or was zero has no percentage', () => {
  assert.deepEqual(compareViews({}, { pricing: { displayed: 5 } }), [
    { attribute: 'DISPLAYED_PRICE', numericNew: 5 },
  ]);
  assert.deepEqual(compareViews({ pricing: { displayed: 5 } }, {}), [
    { attribute: 'DISPLAYED_PRICE', numericOld: 5 },
  ]);
  assert.deepEqual(compareViews({ pricing: { displayed: 0 } }, { pricing: { displayed: 5 } }), [
    { attribute: 'DISPLAYED_PRICE', numericOld: 0, numericNew: 5 },
  ]);
});

test('the same area in another unit is no change, and a different area is compared in the new unit', () => {
  assert.deepEqual(
    compareViews({ area: { displayed: 100, unit: 'SQM' } }, { area: { displayed: 1076.39, unit: 'SQFT' } }),
    [],
  );
  assert.deepEqual(
    compareViews({ area: { displayed: 1000, unit: 'SQFT' } }, { area: { displayed: 100, unit: 'SQM' } }),
    [{ attribute: 'DISPLAYED_AREA', numericOld: 92.9, numericNew: 100, variationPercent: 7.64 }],
  );
});

test('a renamed division or a reformatted text is no change', () => {
  const renamed = { ...place('1'), name: 'Other', postalCodes: ['1'] };
  assert.deepEqual(compareViews({ location: { city: place('1') } }, { location: { city: renamed } }), []);
  assert.deepEqual(
    compareViews({ body: { title: 'Bel  appartement' } }, { body: { title: 'BEL APPARTEMENT.' } }),
    [],
  );
});
