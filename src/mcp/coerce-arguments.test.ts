import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { coerceArguments } from './coerce-arguments.ts';
import { questionMembers } from './question.ts';

const input = Type.Object(questionMembers);

test('one value stands for a list of one, quotes around a number and small letters are passed over', () => {
  assert.deepEqual(
    coerceArguments(input, {
      city: 'Lyon',
      type: 'flat',
      features: ['air conditioning', 'Balcony'],
      transaction: 'rent',
      priceMax: '1500',
    }),
    {
      city: ['Lyon'],
      type: ['FLAT'],
      features: ['AIR_CONDITIONING', 'BALCONY'],
      transaction: 'RENT',
      priceMax: 1500,
    },
  );
});

test('what may mean something else is left for the schema to refuse', () => {
  const asked = { type: ['apartment'], priceMax: '1 500 €', city: 5, unknown: '7', criteria: { a: '1' } };
  assert.deepEqual(coerceArguments(input, asked), asked);
});
