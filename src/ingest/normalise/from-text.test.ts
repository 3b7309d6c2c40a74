import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CERTAIN, type FactPath, LIKELY, type TextFact, textFact } from '../text-facts/fact.ts';
import { fillFromText } from './from-text.ts';

const filled = (claims: Record<string, unknown>, ...facts: [FactPath, unknown][]) => {
  const read: TextFact[] = facts.map(([path, value]) => textFact(path, value, LIKELY));
  const { readFromText } = fillFromText(claims, read);
  return { claims, read: Object.keys(readFromText) };
};

test('facts of the text fill missing claims and are marked with their confidence', () => {
  const claims = { unit: { rooms: 3 } };
  const filled = fillFromText(claims, [
    textFact('unit.rooms', 4, LIKELY),
    textFact('unit.floor', 2, CERTAIN),
    textFact('lot', 'A12', LIKELY),
  ]);
  assert.deepEqual(claims, { unit: { rooms: 3, floor: 2 } });
  assert.deepEqual(filled, { readFromText: { 'unit.floor': CERTAIN, lot: LIKELY }, lot: 'A12' });
});

test('facts that contradict stated claims are ignored', () => {
  assert.deepEqual(filled({ unit: { bedrooms: 4 } }, ['unit.rooms', 3]).read, []);
  assert.deepEqual(filled({ unit: { rooms: 2 } }, ['unit.bedrooms', 3]).read, []);
  assert.deepEqual(filled({ building: { floors: 3 } }, ['unit.floor', 5]).read, []);
  assert.deepEqual(filled({ area: { displayed: 65 } }, ['area.indoor.living', 120]).read, []);
  assert.deepEqual(
    filled({ area: { displayed: 65 } }, ['area.indoor.legal', { value: 64.2, law: 'CARREZ' }]).read,
    ['area.indoor.legal'],
  );
  assert.deepEqual(filled({ pricing: { displayed: 200_000 } }, ['pricing.sale.netPrice', 20_000]).read, []);
  assert.deepEqual(filled({ pricing: { displayed: 800 } }, ['pricing.rental.rent.amount', 700]).read, []);
});

test('a certificate is not completed from a text that states another', () => {
  const claims = { unit: { diagnostic: { scores: { ENERGY_CONSUMPTION: { rating: 'D' } } } } };
  assert.deepEqual(
    filled(
      structuredClone(claims),
      ['unit.diagnostic.scores.ENERGY_CONSUMPTION.rating', 'E'],
      ['unit.diagnostic.scores.CARBON_EMISSIONS.rating', 'B'],
    ).claims,
    claims,
  );
  assert.deepEqual(
    filled(
      structuredClone(claims),
      ['unit.diagnostic.scores.ENERGY_CONSUMPTION.rating', 'D'],
      ['unit.diagnostic.scores.CARBON_EMISSIONS.rating', 'B'],
    ).read,
    ['unit.diagnostic.scores.CARBON_EMISSIONS.rating'],
  );
});
