import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { scoreMoves } from './judge.ts';

/** A home whose seller asks these prices, each shown by an advert on its day. */
const homeOf = (prices: readonly number[]) =>
  new Map([
    [
      'home',
      {
        path: prices.map((price, at) => ({ day: at * 10, price })),
        steps: prices.slice(1).map((_, at) => ({ at: (at + 1) * 10 * DAY_MS, from: at, to: at + 1 })),
      },
    ],
  ]);

const raisedOn = (day: number, percent: number) => ({ homeId: 'home', at: day * DAY_MS, percent });

const figures = (prices: readonly number[], events: readonly [number, number][]) => {
  const { right, found, wrong } = scoreMoves(
    homeOf(prices),
    events.map(([day, percent]) => raisedOn(day, percent)),
  );
  return { right, found, wrong: wrong.map(({ percent }) => percent) };
};

test('two moves reported alone are right, though an event reported their sum before', () => {
  const score = figures(
    [983_000, 921_500, 988_000],
    [
      [21, 0.51],
      [22, -6.26],
      [23, 7.22],
    ],
  );
  assert.deepEqual(score, { right: 2, found: 2, wrong: [0.51] });
});

test('an event of several moves at once reports them all, and the second report of a move is wrong', () => {
  assert.deepEqual(figures([100, 95, 90], [[21, -10]]), { right: 1, found: 2, wrong: [] });
  assert.deepEqual(
    figures(
      [100, 95],
      [
        [11, -5],
        [12, -5],
      ],
    ),
    { right: 1, found: 1, wrong: [-5] },
  );
});

test('of similar moves an event reports the closest', () => {
  assert.deepEqual(figures([1_300, 1_225, 1_145], [[25, -6.53]]), {
    right: 1,
    found: 1,
    wrong: [],
  });
  const all = figures(
    [55_000, 51_500, 45_500, 40_500, 36_000],
    [
      [11, -6.36],
      [21, -11.65],
      [41, -20.88],
    ],
  );
  assert.deepEqual(all, { right: 3, found: 4, wrong: [] });
});
