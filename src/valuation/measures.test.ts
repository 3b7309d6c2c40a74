import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureAccuracy, measureClasses } from './measures.ts';

const judged = (value: number, confidence = 'A') => ({
  value,
  low: value * 0.9,
  high: value * 1.1,
  actual: 100,
  confidence,
});

test('errors are shares of the actual price, and the bias is signed', () => {
  const measures = measureAccuracy([judged(95), judged(108), judged(118), judged(150), judged(99)]);
  assert.equal(measures.n, 5);
  assert.ok(Math.abs(measures.medianAbsoluteError - 0.08) < 1e-9);
  assert.ok(Math.abs(measures.bias - 0.08) < 1e-9);
  assert.equal(measures.within10, 0.6);
  assert.equal(measures.within20, 0.8);
  assert.equal(measures.coverage80, 0.6);
});

test('each class is measured alone, with its part of all', () => {
  const classes = measureClasses([judged(100, 'B'), judged(101), judged(130, 'B'), judged(99)]);
  assert.deepEqual(
    classes.map(({ class: name, share, n }) => [name, share, n]),
    [
      ['A', 0.5, 2],
      ['B', 0.5, 2],
    ],
  );
});
