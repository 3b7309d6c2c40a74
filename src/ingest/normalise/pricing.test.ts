import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completePricing, currencyIn, withPricePerArea } from './plausible.ts';

test('rent and displayed price of a tenancy complete each other', () => {
  const rent = { displayed: 800, currency: 'EUR', rental: { rent: { amount: 800, currency: 'EUR' } } };
  assert.deepEqual(completePricing({ displayed: 800 }, 'RENT', 'FR'), rent);
  assert.deepEqual(completePricing({ rental: { rent: { amount: 800 } } }, 'RENT', 'FR'), rent);
  const both = completePricing({ displayed: 850, rental: { rent: { amount: 800 } } }, 'RENT', 'FR');
  assert.equal(both.displayed, 850);
  assert.equal(both.rental?.rent?.amount, 800);
});

test('a price without a currency is in that of its country', () => {
  assert.equal(currencyIn('FR'), 'EUR');
  assert.equal(currencyIn('GB'), 'GBP');
  assert.equal(currencyIn('CH'), 'CHF');
  assert.equal(currencyIn('JP'), undefined);
  assert.equal(currencyIn(undefined), undefined);
  const { sale, currency } = completePricing(
    { displayed: 1, sale: { fees: { condominium: { total: 90, breakdown: [{ amount: 9 }] } } } },
    'SELL',
    'FR',
  );
  assert.equal(currency, 'EUR');
  assert.deepEqual(sale?.fees?.condominium, {
    total: 90,
    currency: 'EUR',
    breakdown: [{ amount: 9, currency: 'EUR' }],
  });
  assert.equal(completePricing({ displayed: 5, currency: 'USD' }, 'SELL', 'FR').currency, 'USD');
});

test('the net price is derived from an included agency fee', () => {
  const netPrice = (agency: { amount?: number; includedInPrice?: boolean }) =>
    completePricing({ displayed: 210_000, sale: { fees: { agency } } }, 'SELL', 'FR').sale?.netPrice;
  assert.equal(netPrice({ amount: 10_000, includedInPrice: true }), 200_000);
  assert.equal(netPrice({ amount: 10_000 }), undefined);
  assert.equal(netPrice({ amount: 300_000, includedInPrice: true }), undefined);
});

test('the price per area needs a price and an area', () => {
  assert.equal(withPricePerArea({ displayed: 200_000 }, 65).pricePerArea, 3076.92);
  assert.deepEqual(withPricePerArea({ displayed: 200_000 }, undefined), { displayed: 200_000 });
  assert.deepEqual(withPricePerArea({}, 65), {});
});
