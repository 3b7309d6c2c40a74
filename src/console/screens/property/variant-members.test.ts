import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsolidatedProperty, ListingEntry } from '../../../catalogue/document.ts';
import { findDivergences, readConsolidated, readVariant } from './variant-members.ts';

const at = '2026-01-01T00:00:00Z';
const property: ConsolidatedProperty = {
  createdAt: at,
  updatedAt: at,
  expired: false,
  pricing: { displayed: 250_000 },
  transaction: { status: 'AVAILABLE' },
  unit: { rooms: 3, balcony: true },
  pictures: [],
  changes: [],
};
const listing: ListingEntry = {
  id: '0b300b8e-0000-4000-8000-000000000001',
  createdAt: at,
  updatedAt: at,
  lastSeenAt: at,
  title: 'Three rooms',
  priceCoherent: false,
  displayedPrice: 245_000,
  rooms: 4,
};

test('only the variants of a listing are divergences, without its long texts', () => {
  assert.deepEqual(findDivergences(listing), ['displayedPrice', 'rooms']);
  assert.equal(readVariant(listing, 'rooms'), 4);
});

test('the consolidated value of a variant is found wherever the catalogue has it', () => {
  assert.equal(readConsolidated(property, 'displayedPrice'), 250_000);
  assert.equal(readConsolidated(property, 'transactionStatus'), 'AVAILABLE');
  assert.equal(readConsolidated(property, 'balcony'), true);
  assert.equal(readConsolidated(property, 'area'), undefined);
});
