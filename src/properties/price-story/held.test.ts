import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../lib/durations.ts';
import type { PricedAdvert } from './advert.ts';
import { buildStoryOfAdverts } from './story.ts';

type Price = readonly [day: number, price: number, hasStood?: true];

function advert(id: string, prices: readonly Price[], goneDay?: number): PricedAdvert {
  return {
    id,
    advertiser: `advertiser of ${id}`,
    source: `portal of ${id}`,
    firstSeenAt: (prices[0]?.[0] ?? 0) * DAY_MS,
    points: prices.map(([day, price, hasStood]) => ({
      price,
      at: day * DAY_MS,
      currency: 'EUR',
      misprint: false,
      ...(hasStood && { hasStood }),
    })),
    absences: goneDay === undefined ? [] : [{ from: goneDay * DAY_MS, to: Infinity }],
  };
}

/** The moves as listing, day and percentage; then what is held. */
function story(...adverts: PricedAdvert[]): { moves: string[]; held: string[] } {
  const { moves, held } = buildStoryOfAdverts(adverts);
  return {
    moves: moves.map(({ listingId, at, percent }) => `${listingId} ${at / DAY_MS} ${percent.toFixed(1)}`),
    held: held.map(({ listingId, at }) => `${listingId} ${at / DAY_MS}`),
  };
}

const first: Price = [1, 300_000];
const leap: Price = [10, 390_000];

test('a leap that one listing alone shows is held, and one that sellers make is not', () => {
  assert.deepEqual(story(advert('a', [first, leap])), { moves: [], held: ['a 10'] });
  assert.deepEqual(story(advert('a', [first, [10, 330_000]])), { moves: ['a 10 10.0'], held: [] });
  assert.deepEqual(story(advert('a', [first, [10, 210_000]])), { moves: ['a 10 -30.0'], held: [] });
  assert.deepEqual(story(advert('a', [first, [10, 200_000]])), { moves: [], held: ['a 10'] });
});

test('a leap is a move, with its own time, once it stood or another listing shows its price', () => {
  const raised = { moves: ['a 10 30.0'], held: [] };
  assert.deepEqual(
    story(advert('a', [first, [10, 390_000, true]])),
    raised,
    'the worker found that it stood',
  );
  assert.deepEqual(story(advert('a', [first, leap], 13)), raised, 'it stood until the listing left');
  assert.deepEqual(story(advert('a', [first, leap]), advert('b', [first, [11, 390_000]])), raised);
  assert.deepEqual(story(advert('a', [first, leap, [14, 380_000]])).moves, ['a 10 30.0', 'a 14 -2.6']);
});

test('a leap that is corrected within days, to whatever price, or that leaves with its listing is no move', () => {
  assert.deepEqual(story(advert('a', [first, leap, [12, 300_000]])), { moves: [], held: [] });
  assert.deepEqual(story(advert('a', [first, leap, [12, 291_000]])), { moves: ['a 12 -3.0'], held: [] });
  assert.deepEqual(story(advert('a', [first, leap], 12)), { moves: [], held: [] });
});

test('a price that wanders by less than a move stands, and a mark on a later price is not one of the leap', () => {
  assert.deepEqual(story(advert('a', [first, leap, [12, 390_500], [14, 380_000]])).moves.slice(0, 1), [
    'a 10 30.0',
  ]);
  assert.deepEqual(story(advert('a', [first, leap, [12, 291_000, true]])).moves, ['a 12 -3.0']);
});

test('listings that differ by a fee do not advance each other when one lands on the price of the other', () => {
  const others = ['b', 'c'].map((id) => advert(id, [first, [20, 285_000]]));
  const withFee = advert('a', [
    [2, 316_000],
    [12, 300_000],
  ]);
  assert.deepEqual(story(withFee, ...others).moves, ['a 12 -5.1'], 'they follow the first');
  const rising = advert('d', [
    [1, 300_000],
    [10, 312_000],
  ]);
  const dearer = advert('e', [
    [2, 312_000],
    [20, 325_000],
  ]);
  assert.deepEqual(story(rising, dearer).moves, ['d 10 4.0'], 'one with fees asks more from the start');
});

test('a listing below the old price appeared after the drop: its next step is a move of its own', () => {
  const sellers = ['b', 'c'].map((id) =>
    advert(id, [
      [1, 415_000],
      [10, 400_000],
      [30, 375_000],
    ]),
  );
  const withFee = advert('a', [
    [2, 410_700],
    [29, 385_700],
  ]);
  assert.deepEqual(story(withFee, ...sellers).moves, ['b 10 -3.6', 'a 29 -6.1']);
});

test('a listing that reaches a price which others left is behind, and raises nothing', () => {
  const seller = (id: string) =>
    advert(id, [
      [2, 228_000],
      [20, 217_000],
      [40, 223_500],
    ]);
  const stale = advert('a', [
    [1, 255_000],
    [22, 228_000],
    [60, 223_500],
  ]);
  assert.deepEqual(story(stale, seller('b'), seller('c')).moves, ['b 20 -4.8', 'b 40 3.0']);
});
