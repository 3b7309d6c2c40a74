import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import { blockingKeys } from './blocking-keys.ts';
import type { ListingFeature } from './feature.ts';

const shared = (one: Partial<ListingFeature>, other: Partial<ListingFeature>): number => {
  const keys = new Set(blockingKeys(madeFeature('a', one)).map(({ key }) => key));
  return blockingKeys(madeFeature('b', other)).filter(({ key }) => keys.has(key)).length;
};

test('studios of 21 and 22 m² share a key, flats of 60 and 70 m² do not', () => {
  const of = (area: number, price: number): Partial<ListingFeature> => ({ area, rooms: 1, prices: [price] });
  for (let area = 15; area < 39; area += 1)
    assert.ok(shared(of(area, 121_000), of(area + 1, 119_700)) > 0, `${area} m²`);
  assert.equal(shared({ ...of(60, 0), prices: [] }, { ...of(70, 0), prices: [] }), 0);
});

test('an advert without an area is found by its rooms and a price up to 9 % away, in its town', () => {
  const home: Partial<ListingFeature> = { type: 'HOUSE', rooms: 5, bedrooms: undefined, area: 120 };
  for (let price = 150_000; price < 400_000; price *= 1.013) {
    const unsized = { ...home, area: undefined, prices: [Math.round(price)] };
    for (const fee of [0.92, 1, 1.09])
      assert.equal(
        shared({ ...home, prices: [Math.round(price * fee)] }, unsized) > 0,
        true,
        `${price} ${fee}`,
      );
    const other = { ...home, prices: [Math.round(price * 1.05)] };
    assert.equal(shared({ ...other, rooms: 6 }, unsized), 0);
    assert.equal(shared({ ...other, zone: 'elsewhere' }, unsized), 0);
  }
});

test('neighbours of one size share a key whatever their town and price, distant ones do not', () => {
  const here: Partial<ListingFeature> = { zone: 'a', point: [2.1495, 41.38], prices: [100_000] };
  const beside: Partial<ListingFeature> = { zone: 'b', point: [2.1499, 41.3804], prices: [300_000] };
  const town = { rooms: undefined, area: 84 };
  assert.ok(shared({ ...town, ...here }, { ...town, ...beside }) > 0);
  assert.equal(shared({ ...town, ...here }, { ...town, ...beside, point: [2.17, 41.4] }), 0);
});

test('adverts of figures only share a key by all but their size, adverts with a text do not', () => {
  const home: Partial<ListingFeature> = {
    ...{ point: [2.1495, 41.38], zone: 'a', rooms: undefined, prices: [], area: 84 },
    ...{ bedrooms: 3, bathrooms: 1, floor: 4, floors: 9, year: 1972 },
  };
  const larger: Partial<ListingFeature> = { ...home, zone: 'b', area: 99 };
  assert.ok(shared(home, larger) > 0);
  for (const other of [{ floor: 5 }, { year: undefined }, { point: [2.17, 41.4] }, { shingles: [7] }])
    assert.equal(
      shared(home, { ...larger, ...(other as Partial<ListingFeature>) }),
      0,
      Object.keys(other)[0],
    );
});

test('a home is found in another town of its department by price and size, or by quarter and size', () => {
  const home = { zone: '44109', prices: [250_000], area: 62.4 };
  assert.ok(shared(home, { ...home, zone: '44020', area: 62 }) > 0);
  const quarter = { neighbourhood: 'saint michel', prices: [260_000], area: 62 };
  assert.ok(shared({ ...home, ...quarter }, { ...home, neighbourhood: 'saint michel', zone: '44020' }) > 0);
  assert.equal(shared({ ...home, ...quarter }, { ...home, zone: '44020' }), 0);
  assert.equal(shared(home, { ...home, zone: '35238', department: '35', area: 62 }), 0);
});

test('listings that moved by the same amount or share are found in their town, whatever size they state', () => {
  const home = { rooms: undefined, point: undefined };
  const one = { ...home, area: 60, prices: [580_000, 560_000] };
  const amount = { ...home, area: 80, prices: [603_500, 583_500] };
  const share = { ...home, area: 80, prices: [603_500, 582_700] };
  assert.ok(shared(one, amount) > 0);
  assert.ok(shared(one, share) > 0);
  assert.equal(shared(one, { ...amount, prices: [603_500, 590_000] }), 0, 'another move');
  assert.equal(shared(one, { ...amount, zone: 'elsewhere' }), 0, 'another town');
  assert.equal(
    shared({ ...one, newBuild: true }, { ...amount, newBuild: true }),
    0,
    'lots get cheaper together',
  );
});
