import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../lib/durations.ts';
import { computeForecast, poissonQuantile } from './forecast.ts';

const FROM = Date.UTC(2026, 9, 1);

test('a steady market is forecast by its mean and the tenth and ninetieth percentile of its days', () => {
  // Day n has n new properties, all in its first hour.
  const arrivals = Array.from({ length: 30 }, (_, day) => ({ at: FROM + day * DAY_MS, count: day + 1 }));
  const { total, perDay, perHour, windowDays } = computeForecast(arrivals, FROM);
  assert.deepEqual({ total, windowDays }, { total: 465, windowDays: 30 });
  assert.deepEqual(perDay, { average: 15.5, low: 3, high: 27 });
  assert.deepEqual(perHour, { average: 0.6458, low: 0, high: 0 });
});

test('a rare arrival is forecast as a Poisson process', () => {
  const { perDay } = computeForecast([{ at: FROM + 3 * DAY_MS, count: 60 }], FROM);
  assert.deepEqual(perDay, { average: 2, low: 0, high: 4 });
  assert.deepEqual(computeForecast([], FROM).perDay, { average: 0, low: 0, high: 0 });
});

test('quantiles of the Poisson distribution are those of the tables', () => {
  assert.deepEqual(
    [0.5, 1, 2, 5, 10].map((mean) => [poissonQuantile(mean, 0.1), poissonQuantile(mean, 0.9)]),
    [
      [0, 1],
      [0, 2],
      [0, 4],
      [2, 8],
      [6, 14],
    ],
  );
});
