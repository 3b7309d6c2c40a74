import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeScale, withoutOutliers } from './chart-scale.ts';
import { seriesShade } from './chart-series.ts';

test('a misprint of ten times the price does not decide the scale of a price chart', () => {
  const prices = [236_000, 222_000, 240_000, 2_360_000, 23_600, 236_000];
  assert.deepEqual(withoutOutliers(prices), [236_000, 222_000, 240_000, 236_000]);
  const { low, high } = computeScale(withoutOutliers(prices), false);
  assert.ok(low >= 200_000 && high <= 250_000, `${low} to ${high}`);
  assert.deepEqual(withoutOutliers([]), []);
});

test('two series of a chart look alike only from the thirteenth on', () => {
  const shades = Array.from({ length: 12 }, (_, index) => seriesShade(index));
  assert.equal(new Set(shades).size, 12);
});
