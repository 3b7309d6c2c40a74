import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeAccuracies, mergePaces } from './merge-regions.ts';
import type { Accuracy } from './store.ts';

const pace = (place: string, medianDaysOnMarket: number | null, homes: number) => ({
  ...{ place, propertyType: 'FLAT', medianDaysOnMarket, homes },
  ...{ soldAgainstAskedPercent: null, sales: 0 },
});

test('the pace of a place in several regions is their mean by homes', () => {
  const merged = mergePaces([
    [pace('*', 40, 30), pace('75056', 40, 30)],
    [{ ...pace('*', 60, 10), soldAgainstAskedPercent: -3, sales: 12 }, pace('69123', null, 5)],
  ]);
  assert.deepEqual(merged, [
    { ...pace('*', 45, 40), soldAgainstAskedPercent: -3, sales: 12 },
    pace('75056', 40, 30),
    pace('69123', null, 5),
  ]);
});

const entry = (name: string, medianAbsoluteError: number, n: number) => ({
  ...{ name, n, medianAbsoluteError, within10: 0.5, within20: 0.8, bias: 0 },
  ...{ forecastStandardDeviation: 0.2, coverage80: 0.8 },
});

const accuracy = (over: Partial<Accuracy>): Accuracy => ({
  ...{ id: 'ASKING', fittedAt: null, windowFrom: null, windowTo: null, latestFit: 'NONE', failure: null },
  ...{ all: null, classes: [], types: [], places: [], ...over },
});

test('the record of several regions has each class, type and place once, by homes; a region without a model none', () => {
  const fitted = (at: string, error: number, n: number) =>
    accuracy({
      fittedAt: at,
      latestFit: 'FITTED',
      all: entry('all', error, n),
      types: [entry('FLAT', error, n)],
    });
  const merged = mergeAccuracies([
    fitted('2026-11-02T00:00:00Z', 0.1, 300),
    accuracy({ latestFit: 'TOO_FEW_PRICES' }),
    fitted('2026-11-01T00:00:00Z', 0.2, 100),
  ]);
  assert.deepEqual(merged?.all, entry('all', 0.125, 400));
  assert.deepEqual(merged?.types, [entry('FLAT', 0.125, 400)]);
  assert.deepEqual([merged?.fittedAt, merged?.latestFit], ['2026-11-01T00:00:00Z', 'FITTED']);
  assert.equal(mergeAccuracies([accuracy({ latestFit: 'DUE' }), accuracy({})])?.latestFit, 'DUE');
});
