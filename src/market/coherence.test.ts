import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assessCoherence,
  judgePrices,
  type Median,
  MIN_MARKET_SAMPLES,
  MIN_SMALL_MARKET_SAMPLES,
  type PricedListing,
} from './coherence.ts';

const town: Median = { median: 1000, samples: MIN_MARKET_SAMPLES };
const at = (pricePerArea: number | undefined, ...medians: Median[]): PricedListing => ({
  pricePerArea,
  medians: medians.length > 0 ? medians : [town],
});
const verdict = (...listings: PricedListing[]) => assessCoherence(listings)[0];

for (const [price, expected] of [
  [1000, true],
  [2000, true],
  [2900, true],
  [3000, true],
  [3001, false],
  [340, true],
  [333, false],
  [10, false],
] as const) {
  test(`alone in a town of 1,000 a square metre, ${price} is ${expected ? 'coherent' : 'a misprint'}`, () => {
    assert.equal(verdict(at(price)), expected);
  });
}

for (const [price, peers, expected, why] of [
  [2500, [1000, 1100], false, 'more than twice its neighbours and the market'],
  [2500, [1900, 1300], true, 'not twice its neighbours'],
  [1900, [900], true, 'within twice the market'],
  [450, [1000], false, 'less than half of both'],
  [450, [600], true, 'less than half of the market only'],
  [2500, [5000], true, 'its only neighbour is a misprint itself'],
  [2500, [2400], true, 'its only neighbour is as doubtful'],
  [2500, [], true, 'it has no neighbour'],
] as const) {
  test(`${price} beside ${peers.join(' and ') || 'nothing'} is ${expected ? 'coherent' : 'a misprint'}: ${why}`, () => {
    assert.equal(verdict(at(price), ...peers.map((peer) => at(peer))), expected);
  });
}

test('the finest division with enough samples is the market', () => {
  const street: Median = { median: 9000, samples: MIN_MARKET_SAMPLES - 1 };
  const quarter: Median = { median: 5000, samples: MIN_MARKET_SAMPLES };
  assert.equal(verdict(at(4000, street, quarter, town)), true);
  assert.equal(verdict(at(1000, street, quarter, town)), false);
});

test('without a price, an area or a market there is no verdict', () => {
  assert.equal(verdict(at(undefined)), undefined);
  assert.equal(verdict(at(5, { median: 1000, samples: 3 })), undefined);
  assert.deepEqual(assessCoherence([{ pricePerArea: 5, medians: [] }]), [undefined]);
  assert.deepEqual(assessCoherence([]), []);
});

test('a price that other listings of the property ask too is no misprint: the area is', () => {
  const flat = { ...at(1000), price: 60_000 };
  assert.equal(verdict({ ...at(100), price: 60_000 }, flat), true);
  assert.equal(verdict({ ...at(100), price: 6_000 }, flat), false);
  assert.equal(
    verdict({ ...at(100), price: 60_000 }, { ...at(120), price: 60_000 }),
    false,
    'no sound listing confirms it',
  );
});

test('a department and a region mix cheap and expensive towns, so a misprint must deviate more there', () => {
  const within = (type: string) => ({ ...town, type });
  const cases = [
    ['MUNICIPALITY', 3001, false],
    ['ADMINISTRATIVE_SUBREGION', 3900, true],
    ['ADMINISTRATIVE_SUBREGION', 4100, false],
    ['ADMINISTRATIVE_REGION', 5900, true],
    ['ADMINISTRATIVE_REGION', 160, false],
  ] as const;
  for (const [type, price, expected] of cases) assert.equal(verdict(at(price, within(type))), expected, type);
});

test('in a region, twice off is a misprint beside two sound peers, three times off beside one', () => {
  const region = { ...town, type: 'ADMINISTRATIVE_REGION' };
  const flat = (price: number): PricedListing => ({ ...at(price / 60, region), price });
  assert.equal(verdict(flat(26_000), flat(66_000), flat(66_000)), false);
  assert.equal(verdict(flat(26_000), flat(66_000)), true);
  assert.equal(verdict(flat(19_000), flat(66_000)), false);
  assert.equal(verdict(flat(19_000)), true, 'no other listing');
  assert.equal(verdict(flat(26_000), flat(50_000), flat(50_000)), true, 'not twice its neighbours');
  assert.equal(verdict(flat(31_000), flat(66_000), flat(66_000)), true, 'within twice the market');
});

test('a listing without an area is assessed by the area of its property', () => {
  const silent = (price: number, ...medians: Median[]): PricedListing => ({
    ...at(undefined, ...medians),
    price,
  });
  const flat = { ...at(1000), price: 60_000 };
  assert.equal(verdict(silent(600_000), flat), false);
  assert.equal(verdict(silent(61_000), flat), true);
  assert.equal(verdict(silent(600_000), silent(60_000)), undefined, 'no listing states an area');
  assert.equal(
    assessCoherence([{ ...silent(600_000), medians: [] }, flat])[0],
    undefined,
    'its type is not assessed',
  );
});

test('what one advertiser asks in two listings is intended up to five times the market', () => {
  const offer = (pricePerArea: number) => ({
    ...at(pricePerArea),
    price: pricePerArea * 60,
    advertiser: 'one',
  });
  assert.equal(verdict(offer(4000), offer(4000)), true);
  assert.equal(verdict(offer(4000), offer(1500)), false);
  assert.equal(verdict(offer(5100), offer(5100)), false);
  assert.equal(verdict(offer(190), offer(190)), false);
});

test('what two advertisers ask alike is intended, unless no home is sold for it', () => {
  const offer = (pricePerArea: number, advertiser: string) => ({
    ...at(pricePerArea),
    price: pricePerArea * 60,
    advertiser,
  });
  assert.equal(verdict(offer(4000, 'one'), offer(4100, 'other')), true);
  assert.equal(verdict(offer(6000, 'one'), offer(6000, 'one')), false, 'one mistake on two portals');
  assert.equal(verdict(offer(50, 'one'), offer(50, 'other')), false);
});

test('what two ask alike is a misprint where as many sound advertisers of the property ask half of it or less', () => {
  const offer = (pricePerArea: number, advertiser: string) => ({
    ...at(pricePerArea),
    price: pricePerArea * 60,
    advertiser,
  });
  const [slip, alike] = [offer(9_600, 'one'), offer(9_900, 'other')];
  assert.equal(verdict(slip, alike, offer(1_000, 'third')), true);
  assert.equal(verdict(slip, alike, offer(1_000, 'third'), offer(1_010, 'other')), false);
});

test('what the few listings of a town find usual is no misprint by the median of its department', () => {
  const department = { ...town, type: 'ADMINISTRATIVE_SUBREGION' };
  const few = (median: number, samples: number): Median => ({ median, samples });
  assert.equal(verdict(at(240, few(400, 4), department)), true);
  assert.equal(verdict(at(240, few(400, 2), department)), false, 'too few');
  assert.equal(verdict(at(240, few(900, 4), department)), false, 'off there too');
  const flat = { ...at(240, few(240, 4), department), price: 12_000, advertiser: 'one' };
  const other = { ...at(1_000, few(240, 4), department), price: 50_000, advertiser: 'other' };
  assert.equal(
    verdict(flat, other),
    false,
    'the town is its own property, whose sound listing says otherwise',
  );
});

test('what is off in its town and usual in the region may name the wrong town, unless its property says otherwise', () => {
  const region = { median: 500, samples: MIN_MARKET_SAMPLES, type: 'ADMINISTRATIVE_REGION' };
  const flat = (price: number): PricedListing => ({ ...at(price / 60, town, region), price });
  assert.equal(verdict(flat(18_000)), true);
  assert.equal(verdict(flat(9_000)), false, 'off there too');
  assert.equal(verdict(flat(18_000), flat(60_000)), false, 'another listing asks a usual price');
});

test('a price is not hidden for an area that the listing itself contradicts', () => {
  assert.equal(verdict({ ...at(100), isAreaDoubted: () => true }), undefined);
  assert.equal(verdict({ ...at(100), isAreaDoubted: () => false }), false);
});

test('a price four times off what two or more other listings of its property agree on needs no market', () => {
  const asked = (price: number): PricedListing => ({ pricePerArea: undefined, price, medians: [] });
  assert.equal(verdict(asked(2_500_000), asked(250_000), asked(255_000)), false);
  assert.equal(verdict(asked(25_000), asked(250_000), asked(255_000)), false);
  assert.equal(verdict(asked(900_000), asked(250_000), asked(255_000)), undefined, 'within four times');
  assert.equal(verdict(asked(2_500_000), asked(250_000)), undefined, 'either may be wrong');
  assert.equal(verdict(asked(2_500_000), asked(250_000), asked(900_000)), undefined, 'they disagree');
});

test('a small market shows what is five times off and leaves the rest open', () => {
  const few: Median = { median: 1000, samples: MIN_SMALL_MARKET_SAMPLES };
  assert.equal(verdict(at(5100, few)), false);
  assert.equal(verdict(at(150, few)), false);
  assert.equal(verdict(at(4000, few)), undefined);
  assert.equal(verdict(at(5100, { ...few, samples: MIN_SMALL_MARKET_SAMPLES - 1 })), undefined);
});

test('a price that no home has anywhere is a misprint without a market', () => {
  assert.equal(verdict({ pricePerArea: undefined, price: 1, medians: [], isImpossible: true }), false);
});

test('each verdict has its reason', () => {
  const reason = (...listings: PricedListing[]) => judgePrices(listings)[0]?.reason;
  const small: Median = { median: 1000, samples: MIN_SMALL_MARKET_SAMPLES };
  const priced = (price: number): PricedListing => ({ ...at(price / 50), price });
  assert.equal(reason(at(1000)), 'within the market');
  assert.equal(reason(at(3500)), 'far from the market');
  assert.equal(reason(at(9000, small)), 'far from a small market');
  assert.equal(reason({ pricePerArea: undefined, medians: [] }), 'no comparables');
  assert.equal(reason({ ...at(1), isImpossible: true }), 'impossible price');
  assert.equal(reason({ ...at(3500), isAreaDoubted: () => true }), 'area doubted');
  assert.equal(reason(priced(250_000), priced(50_000), priced(51_000)), 'far from the other listings');
});
