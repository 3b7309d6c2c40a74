import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeListing } from '../../test/fixtures/listing-states.ts';
import type { Claims } from './listing-state.ts';
import { isImpossiblePrice, toOffer } from './price-verdicts.ts';

const perMetre = (displayed: number, unit: Claims['unit'], propertyType: Claims['propertyType'] = 'FLAT') =>
  toOffer({
    propertyId: '',
    state: madeListing({
      propertyType,
      pricing: { displayed: 300_000, currency: 'EUR' },
      area: { displayed, unit: 'SQM' },
      ...(unit === undefined ? {} : { unit }),
    }),
  }).pricePerArea;

test('an area that no home with so many rooms has says nothing about the price', () => {
  assert.equal(perMetre(60, { rooms: 3 }), 5_000);
  assert.equal(perMetre(600, { rooms: 3 }), undefined);
  assert.equal(perMetre(600, { bedrooms: 2 }), undefined);
});

test('nothing is known of the rooms of a home that does not state them, nor of a warehouse', () => {
  assert.equal(perMetre(600, undefined), 500);
  assert.equal(perMetre(600, { rooms: 1 }, 'COMMERCIAL_PREMISES'), 500);
});

test('a price that no home has anywhere is impossible, for sale and for rent', () => {
  const impossible = (
    displayed: number,
    type: 'SELL' | 'RENT',
    propertyType: Claims['propertyType'] = 'FLAT',
  ) => isImpossiblePrice({ propertyType, transaction: { type }, pricing: { displayed, currency: 'EUR' } });
  assert.deepEqual(
    [1, 2_500, 9_000, 250_000, 250_000_000, 900_000_000].map((price) => impossible(price, 'SELL')),
    [true, true, false, false, false, true],
  );
  assert.deepEqual(
    [1, 450, 450_000].map((price) => impossible(price, 'RENT')),
    [true, false, true],
  );
  assert.equal(impossible(900, 'SELL', 'PARKING'), false);
});
