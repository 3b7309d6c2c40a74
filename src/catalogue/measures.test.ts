import assert from 'node:assert/strict';
import { test } from 'node:test';
import { squareMetresIn } from './measures.ts';

test('an acre is 43,560 square feet', () => {
  assert.ok(Math.abs(squareMetresIn.ACRE / squareMetresIn.SQFT - 43_560) < 1e-6);
});
