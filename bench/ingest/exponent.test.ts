import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponentOf } from './exponent.ts';

test('a cost that doubles with four times the listings grows with exponent a half', () => {
  const points = [1, 4, 16, 64].map((size) => ({ size: size * 1_000, cost: 3 * Math.sqrt(size) }));
  assert.ok(Math.abs(exponentOf(points) - 0.5) < 1e-9);
});
