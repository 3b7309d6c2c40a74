import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../lib/durations.ts';
import type { StatedPublisher } from '../publishers/identity.ts';
import type { PricedAdvert } from './advert.ts';
import { buildStoryOfAdverts } from './story.ts';

/** Day and price in turn; a negative price is an incoherent one. */
interface AdvertOverrides {
  by?: string;
  on?: string;
  gone?: number;
  away?: [number, number];
  currency?: string;
}

let count = 0;

function advert(
  id: string,
  prices: readonly (readonly [number, number])[],
  over: AdvertOverrides = {},
): PricedAdvert {
  const absences = [
    ...(over.away === undefined ? [] : [{ from: over.away[0] * DAY_MS, to: over.away[1] * DAY_MS }]),
    ...(over.gone === undefined ? [] : [{ from: over.gone * DAY_MS, to: Infinity }]),
  ];
  count += 1;
  return {
    id,
    advertiser: over.by ?? `advertiser ${count}`,
    source: over.on ?? `portal ${count}`,
    firstSeenAt: (prices[0]?.[0] ?? 0) * DAY_MS,
    points: prices.map(([day, price]) => ({
      price: Math.abs(price),
      at: day * DAY_MS,
      currency: over.currency ?? 'EUR',
      misprint: price < 0,
    })),
    absences,
  };
}

const shown = (...adverts: PricedAdvert[]): string | undefined => buildStoryOfAdverts(adverts).referenceId;
const moves = (...adverts: PricedAdvert[]): string[] =>
  buildStoryOfAdverts(adverts).moves.map(
    ({ listingId, at, percent }) => `${listingId} ${at / DAY_MS} ${percent.toFixed(1)}`,
  );

test('the reference is the first listing, and a new listing at another price does not take over', () => {
  assert.equal(shown(advert('a', [[1, 300]]), advert('b', [[2, 310]])), 'a');
  assert.deepEqual(moves(advert('a', [[1, 300]]), advert('b', [[2, 310]])), []);
});

test('the reference changes when it leaves or is found a misprint, and does not change back when it returns', () => {
  const [b, c] = [advert('b', [[2, 310]]), advert('c', [[3, 310]], { by: 'advertiser b' })];
  assert.equal(shown(advert('a', [[1, 300]], { gone: 5 }), b, c), 'b', 'the oldest of those that agree');
  assert.equal(shown(advert('a', [[1, 300]], { away: [5, 9] }), b), 'b', 'chosen once and retained');
  assert.equal(shown(advert('a', [[1, -3]]), b), 'b');
  assert.equal(shown(advert('a', [[1, -3]])), undefined);
});

test('the reference is outvoted by two other advertisers who agree within half a per cent', () => {
  const a = advert('a', [[1, 300]], { by: 'one' });
  const at = (id: string, price: number, by: string) => advert(id, [[2, price]], { by });
  assert.equal(shown(a, at('b', 280_000, 'two'), at('c', 281_000, 'three')), 'b');
  assert.equal(shown(a, at('b', 280_000, 'two'), at('c', 282_000, 'three')), 'a', 'they do not agree');
  assert.equal(shown(a, at('b', 280_000, 'two'), at('c', 280_000, 'two')), 'a', 'one advertiser');
  assert.equal(shown(a, at('b', 280_000, 'one'), at('c', 280_000, 'two')), 'a', 'one is its own');
});

test('the reference is outvoted when most others moved in one direction and it did not', () => {
  const still = advert('a', [[1, 300_000]]);
  const [b, c] = [
    advert('b', [
      [1, 310_000],
      [9, 295_000],
    ]),
    advert('c', [[1, 320_000]]),
  ];
  assert.equal(shown(still, b), 'b');
  assert.equal(shown(still, b, c), 'a', 'one of two is not most');
  const moved = advert('a', [
    [1, 300_000],
    [8, 285_000],
  ]);
  assert.equal(shown(moved, b), 'a', 'who catches up with the reference does not outvote it');
});

test('the successor is the one whose price most share, then the one that moved last, then the oldest', () => {
  const a = advert('a', [[1, 300]], { gone: 20 });
  const step = (id: string, day: number) =>
    advert(id, [
      [2, 330],
      [day, 320],
    ]);
  assert.equal(shown(a, advert('b', [[2, 340]]), advert('c', [[3, 341]]), advert('d', [[4, 360]])), 'b');
  assert.equal(shown(a, advert('b', [[2, 340]]), advert('c', [[3, 360]])), 'b', 'the oldest');
  assert.equal(shown(advert('a', [[1, 330]], { gone: 20 }), step('b', 5), step('c', 6)), 'c', 'moved last');
});

test('a home that left the market retains its last reference', () => {
  assert.equal(shown(advert('a', [[1, 300]], { gone: 5 }), advert('b', [[2, 310]], { gone: 9 })), 'b');
});

test('the first listing that shows a move raises it, and those that follow within 60 days catch up', () => {
  const first = advert('a', [
    [1, 300_000],
    [10, 285_000],
  ]);
  const follows = (day: number, price = 297_000) =>
    advert('b', [
      [1, 312_000],
      [day, price],
    ]);
  assert.deepEqual(moves(first, follows(70)), ['a 10 -5.0']);
  assert.deepEqual(moves(first, follows(71)), ['a 10 -5.0', 'b 71 -4.8'], 'after 60 days it is a move');
  assert.deepEqual(moves(first, follows(20, 301_000)), ['a 10 -5.0'], '-3.5 %: 1.5 points off');
  assert.deepEqual(moves(follows(5), first), ['b 5 -4.8'], 'the first that shows it');
});

test('half a per cent is no move', () => {
  const step = (price: number) =>
    moves(
      advert('a', [
        [1, 200_000],
        [2, price],
      ]),
    );
  assert.deepEqual(step(199_000), []);
  assert.deepEqual(step(198_990), ['a 2 -0.5']);
});

test('the next move of the same listing is a move, however similar', () => {
  const prices = [
    [1, 300_000],
    [10, 291_000],
    [20, 282_000],
  ] as const;
  assert.deepEqual(moves(advert('a', prices)), ['a 10 -3.0', 'a 20 -3.1']);
  const b = advert('b', [
    [1, 300_000],
    [12, 291_000],
    [22, 282_000],
  ]);
  assert.deepEqual(moves(advert('a', prices), b), ['a 10 -3.0', 'a 20 -3.1'], 'each is caught up with once');
});

test('a listing that shows two moves at once catches up with both', () => {
  const a = advert('a', [
    [1, 300_000],
    [10, 285_000],
    [20, 270_000],
  ]);
  const b = advert('b', [
    [1, 315_000],
    [30, 283_500],
  ]);
  assert.deepEqual(moves(a, b), ['a 10 -5.0', 'a 20 -5.3']);
});

test('a listing that goes further than its missing move raises the rest, and the others catch up with that', () => {
  const a = advert('a', [
    [1, 300_000],
    [10, 285_000],
    [25, 270_000],
  ]);
  const b = advert('b', [
    [1, 300_000],
    [20, 270_000],
  ]);
  const { moves: found } = buildStoryOfAdverts([a, b]);
  assert.deepEqual(
    found.map(({ listingId, old, new: now }) => [listingId, old, now]),
    [
      ['a', 300_000, 285_000],
      ['b', 285_000, 270_000],
    ],
  );
});

test('a listing between two prices of others raises nothing, and neither does its last step', () => {
  const a = advert('a', [
    [1, 300_000],
    [10, 270_000],
  ]);
  const b = advert('b', [
    [1, 300_000],
    [15, 285_000],
    [20, 270_000],
  ]);
  assert.deepEqual(moves(a, b), ['a 10 -10.0']);
});

test('a move in the other direction is a move', () => {
  const a = advert('a', [
    [1, 300_000],
    [10, 285_000],
  ]);
  const b = advert('b', [
    [1, 300_000],
    [15, 312_000],
  ]);
  assert.deepEqual(moves(a, b), ['a 10 -5.0', 'b 15 4.0']);
});

test('a re-post of the same advertiser on the same site at another price is a move', () => {
  const again = (day: number, price: number, over: AdvertOverrides = {}) =>
    advert('b', [[day, price]], { by: 'agency', on: 'portal', ...over });
  const first = advert('a', [[1, 300_000]], { by: 'agency', on: 'portal', gone: 10 });
  const live = advert('a', [[1, 300_000]], { by: 'agency', on: 'portal' });
  assert.deepEqual(moves(first, again(70, 285_000)), ['b 70 -5.0']);
  assert.deepEqual(moves(first, again(71, 285_000)), [], 'after 60 days it is another attempt');
  assert.deepEqual(moves(first, again(12, 299_000)), [], 'at the same price');
  assert.deepEqual(moves(first, again(12, 285_000, { by: 'other' })), [], 'by another advertiser');
  assert.deepEqual(moves(first, again(12, 312_000, { on: 'elsewhere' })), [], 'on another portal');
  assert.deepEqual(moves(live, again(12, 285_000)), [], 'beside the first');
  const other = advert('c', [
    [1, 300_000],
    [11, 285_000],
  ]);
  assert.deepEqual(moves(first, again(12, 285_000), other), ['c 11 -5.0'], 'a re-post catches up too');
});

test('a re-post is of the same office when the two share a contact and contradict each other in none', () => {
  const [name, phone] = [{ agencyName: 'SARL Hubert' }, { contact: { phone: '05 13 70 00 57' } }];
  const repost = (before: StatedPublisher, after: StatedPublisher): string[] => {
    const former = advert('a', [[1, 1_010]], { on: 'portal', gone: 80 });
    const again = advert('b', [[90, 940]], { on: 'portal' });
    return moves({ ...former, stated: before }, { ...again, stated: after });
  };
  assert.deepEqual(repost({ ...name, ...phone }, { agencyName: 'Hubert' }), ['b 90 -6.9']);
  assert.deepEqual(repost({ ...name, ...phone }, { contact: { phone: '+33 5 13 70 00 57' } }), ['b 90 -6.9']);
  assert.deepEqual(repost({ reference: 'M 12931' }, { ...name, reference: 'm12931' }), []);
  assert.deepEqual(repost({ reference: 'M12931' }, { ...name, reference: 'm12931' }), ['b 90 -6.9']);
  assert.deepEqual(repost({ ...name, ...phone }, { agencyName: 'Vidal', ...phone }), []);
  assert.deepEqual(repost({ ...name, ...phone }, { ...name, contact: { phone: '0513700058' } }), []);
  assert.deepEqual(repost(name, phone), []);
  assert.deepEqual(repost({ publisherType: 'PRIVATE_INDIVIDUAL', ...phone }, { ...name, ...phone }), [
    'b 90 -6.9',
  ]);
});

test('a misprint and its correction are no moves, and a move of the seller meanwhile is one', () => {
  const prices = (...all: number[]) =>
    moves(
      advert(
        'a',
        all.map((price, at) => [at * 5, price] as const),
      ),
    );
  assert.deepEqual(prices(300_000, -310_000, 300_000), [], 'refused by the market');
  assert.deepEqual(prices(300_000, 30_000, 300_000), [], 'a nought lost');
  assert.deepEqual(prices(30_000, 300_000), []);
  assert.deepEqual(prices(300_000, 30_000, 285_000), ['a 10 -5.0']);
  assert.deepEqual(
    moves(
      advert('a', [
        [1, 300_000],
        [5, 330_000],
        [7, 300_000],
      ]),
    ),
    [],
    'taken back within three days',
  );
});

test('prices in two currencies are not compared', () => {
  const a = advert('a', [[1, 300_000]]);
  const swiss = advert('b', [[2, 280_000]], { currency: 'CHF' });
  const both = {
    ...a,
    points: [...a.points, { ...(swiss.points[0] ?? a.points[0]) }] as PricedAdvert['points'],
  };
  assert.deepEqual(moves(both), []);
  assert.equal(shown(a, swiss, advert('c', [[3, 280_000]])), 'a');
});

test('a new listing at the price after a move is no move, and its next step is one that others follow', () => {
  const a = advert('a', [
    [1, 300_000],
    [10, 285_000],
    [95, 270_000],
  ]);
  const b = advert('b', [
    [20, 285_000],
    [90, 270_000],
  ]);
  assert.deepEqual(moves(a, b), ['a 10 -5.0', 'b 90 -5.3']);
});

test('a listing that lands on the price of one that was there before it catches up, and follows from there', () => {
  // It appears at the old price after the first move, so that its own steps do not say how far it has followed.
  const fees = advert('a', [
    [1, 391_389],
    [4, 354_389],
    [22, 320_889],
  ]);
  const leader = advert('b', [[5, 326_000]]);
  const stale = advert('c', [
    [14, 363_000],
    [23, 326_000],
    [44, 292_500],
  ]);
  assert.deepEqual(moves(fees, leader, stale), ['a 4 -9.5', 'a 22 -9.5']);
});

test('a listing that appears at a new price does not hide the move to it', () => {
  const first = advert('a', [
    [1, 140_000],
    [20, 124_000],
    [43, 111_000],
  ]);
  assert.deepEqual(moves(first, advert('b', [[42, 111_000]])), ['a 20 -11.4', 'a 43 -10.5']);
});

test('a listing that had the price before others moved to it raises its own next move, however similar', () => {
  const first = advert(
    'a',
    [
      [1, 342_000],
      [15, 328_100],
    ],
    { gone: 40 },
  );
  const ahead = advert('b', [
    [10, 328_100],
    [50, 314_600],
  ]);
  assert.deepEqual(moves(first, ahead), ['a 15 -4.1', 'b 50 -4.1']);
});

test('a listing far below one that catches up late has made that move: its next step is whole', () => {
  const stale = advert('a', [
    [1, 131_900],
    [11, 122_200],
  ]);
  const ahead = advert('b', [
    [4, 116_700],
    [21, 104_000],
  ]);
  assert.deepEqual(moves(stale, ahead), ['a 11 -7.4', 'b 21 -10.9']);
});

test('a listing that had the price to which another comes from above may have made that move: a larger step is whole', () => {
  const late = advert(
    'a',
    [
      [58, 555_000],
      [63, 530_000],
    ],
    { gone: 79 },
  );
  const next = (price: number): PricedAdvert =>
    advert('b', [
      [55, 530_000],
      [106, price],
    ]);
  assert.deepEqual(moves(late, next(489_000)), ['a 63 -4.5', 'b 106 -7.7']);
  assert.deepEqual(moves(late, next(506_000)), ['a 63 -4.5'], 'the same step: the two differ by a fee');
});

test('the story does not depend on the order of the listings', () => {
  const adverts = [
    advert('a', [
      [1, 300_000],
      [10, 285_000],
    ]),
    advert('b', [
      [1, 300_000],
      [10, 285_000],
    ]),
    advert('c', [[1, 290_000]], { gone: 4 }),
  ];
  assert.deepEqual(buildStoryOfAdverts(adverts), buildStoryOfAdverts(adverts.toReversed()));
});

test('a hundred listings that flicker take milliseconds', () => {
  const flickering = (count: number) =>
    Array.from({ length: count }, (_, id) =>
      advert(
        `${id}`,
        Array.from(
          { length: 100 },
          (__, at) => [at + id / count, 300_000 + ((at * 7 + id) % 90) * 500] as const,
        ),
      ),
    );
  const cost = (count: number): number => {
    const adverts = flickering(count);
    const began = process.cpuUsage();
    buildStoryOfAdverts(adverts);
    return process.cpuUsage(began).user;
  };
  cost(10);
  assert.ok(cost(40) < cost(10) * 100, 'at most a little more than the square');
});
