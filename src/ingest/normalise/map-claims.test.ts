import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Payload } from '../payload.ts';
import { mapClaims } from './map-claims.ts';

test('a sale keeps what a sale has, and a rent in it is counted', () => {
  const payload: Payload = {
    displayedPrice: 250_000,
    fees: { agency: { percentage: 5, includedInPrice: true }, charges: { amount: 50 } },
    propertyTax: { amount: 900 },
    rent: { amount: 700 },
  };
  const { claims, dropped } = mapClaims(payload, 'SELL');
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
    dropped.map(({ member, why }) => [member, why]),
    [
      ['fees.charges', 'other transaction'],
      ['rent', 'other transaction'],
    ],
  );
});

test('in a tenancy the fee of the agency is the tenant’s, and nothing of a sale is kept', () => {
  const payload: Payload = {
    fees: {
      agency: { amount: 300, includedInPrice: true },
      deposit: { amount: 700 },
      legal: { amount: 9_000 },
    },
    netPrice: 100_000,
  };
  const { claims, dropped } = mapClaims(payload, 'RENT');
  assert.deepEqual(claims, {
    pricing: { rental: { fees: { deposit: { amount: 700 }, agency: { amount: 300 } } } },
  });
  assert.deepEqual(dropped.map(({ member }) => member).toSorted(), ['fees.legal', 'netPrice']);
});

test('claims share nothing with the payload they come from', () => {
  const payload: Payload = { orientation: ['SOUTH'], parking: { total: 1 } };
  const { claims } = mapClaims(payload, undefined);
  assert.deepEqual(claims, { unit: { orientation: ['SOUTH'], parking: { total: 1 } } });
  (claims['unit'] as { orientation: string[] }).orientation.push('EAST');
  assert.deepEqual(payload.orientation, ['SOUTH']);
});
