import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeListing } from '../../../test/fixtures/listing-states.ts';
import { listing } from '../../catalogue/attributes/listing.ts';
import type { Node } from '../../catalogue/nodes.ts';
import { consolidate } from '../consolidate.ts';
import type { Claims } from '../listing-state.ts';
import { collectVariants } from './stated-value.ts';

const view: Claims = {
  propertyType: 'FLAT',
  transaction: { type: 'SELL', status: 'AVAILABLE' },
  area: { displayed: 62.4, unit: 'SQM' },
  unit: { rooms: 3, terrace: true, floor: 2, orientation: ['SOUTH'] },
  body: { title: 'Trois pièces' },
  pricing: { displayed: 649_000, currency: 'EUR' },
};

test('a listing that agrees has no variant', () => {
  assert.deepEqual(collectVariants(view, view), {});
});

test('a listing has its diverging values, each under its name', () => {
  const own: Claims = {
    propertyType: 'HOUSE',
    transaction: { type: 'RENT', status: 'SOLD' },
    area: { displayed: 61, unit: 'SQM' },
    unit: { rooms: 2, bathrooms: 1, terrace: false, floor: 2 },
    body: { title: 'Un bel appartement' },
    pricing: { displayed: 655_000, currency: 'EUR' },
  };
  assert.deepEqual(collectVariants(own, view), {
    propertyType: 'HOUSE',
    transactionType: 'RENT',
    transactionStatus: 'SOLD',
    area: 61,
    rooms: 2,
    bathrooms: 1,
    terrace: false,
    title: 'Un bel appartement',
    displayedPrice: 655_000,
  });
});

test('a value the listing does not state is no variant', () => {
  assert.deepEqual(collectVariants({}, view), {});
});

test('a text that differs in formatting only is no variant', () => {
  assert.deepEqual(collectVariants({ body: { title: 'TROIS PIECES !' } }, view), {});
});

test('an area in another unit is converted to the unit of the property', () => {
  assert.deepEqual(collectVariants({ area: { displayed: 500, unit: 'SQFT' } }, view), { area: 46.45 });
  assert.deepEqual(collectVariants({ area: { displayed: 671.67, unit: 'SQFT' } }, view), {});
});

test('the price of a listing excluded as a misprint is still in its entry', () => {
  const misprint = madeListing({ pricing: { displayed: 7, currency: 'EUR' } }, { priceCoherent: false });
  assert.deepEqual(collectVariants(misprint.claims, consolidate([misprint])), { displayedPrice: 7 });
});

test('every variant of the contract can be returned', () => {
  const names = Object.entries(listing.members as Record<string, Node>).filter(([, node]) => node.variantOf);
  for (const name of [
    'area',
    'rooms',
    'kitchens',
    'floor',
    'condition',
    'storage',
    'transactionStatus',
    'displayedPrice',
  ]) {
    assert.ok(
      names.some(([known]) => known === name),
      name,
    );
  }
});
