import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Payload } from '../payload.ts';
import { mapClaims } from './map-claims.ts';

test('a rent in a sale is ignored and counted', () => {
  const payload: Payload = {
    displayedPrice: 250_000,
    fees: { agency: { percentage: 5, includedInPrice: true }, charges: { amount: 50 } },
    propertyTax: { amount: 900 },
    rent: { amount: 700 },
  };
  const { claims, ignoredFields } = mapClaims(payload, 'SELL');
  assert.deepEqual(claims, {
    pricing: {
      displayed: 250_000,
      sale: {
        fees: {
          agency: { percentage: 5, includedInPrice: true },
          taxes: { propertyTax: { amount: 900 } },
        },
      },
    },
  });
  assert.deepEqual(
    ignoredFields.map(({ member, why }) => [member, why]),
    [
      ['fees.charges', 'other transaction'],
      ['rent', 'other transaction'],
    ],
  );
});

test('in a tenancy the agency fee is mapped to the rental, and members of a sale are ignored', () => {
  const payload: Payload = {
    fees: {
      agency: { amount: 300, includedInPrice: true },
      deposit: { amount: 700 },
      legal: { amount: 9_000 },
    },
    netPrice: 100_000,
  };
  const { claims, ignoredFields } = mapClaims(payload, 'RENT');
  assert.deepEqual(claims, {
    pricing: { rental: { fees: { deposit: { amount: 700 }, agency: { amount: 300 } } } },
  });
  assert.deepEqual(ignoredFields.map(({ member }) => member).toSorted(), ['fees.legal', 'netPrice']);
});

test('claims are a deep copy of the payload', () => {
  const payload: Payload = { orientation: ['SOUTH'], parking: { total: 1 } };
  const { claims } = mapClaims(payload, undefined);
  assert.deepEqual(claims, { unit: { orientation: ['SOUTH'], parking: { total: 1 } } });
  (claims['unit'] as { orientation: string[] }).orientation.push('EAST');
  assert.deepEqual(payload.orientation, ['SOUTH']);
});
