import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import type { ListingFeature } from './feature.ts';
import { COMPARISONS, comparisons } from './levels.ts';
import { model, requireCurrentFeatures } from './model.ts';
import { MAX_BUILDING_BITS, Scorer, zonePrior } from './score.ts';

const scorer = new Scorer(model);
const PHOTOS = [1, 2, 3, 4, 5, 6, 7, 8].map((half) => Math.imul(half, 0x9e3779b1) >>> 0);
const evidence = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) =>
  scorer.evidence(madeFeature('a', one), madeFeature('b', other), 1_024);

test('weights that were fitted for other features are refused', () => {
  assert.equal(requireCurrentFeatures(model), model);
  assert.throws(
    () => requireCurrentFeatures({ ...model, featureVersion: model.featureVersion - 1 }),
    /were fitted for features \d+, and these are \d+: fit them/,
  );
});

test('the weights in force keep the order of their levels', () => {
  for (const name of comparisons) {
    const weights = COMPARISONS[name].map(
      (level) => Object.entries(model.weights[name]).find(([known]) => known === level)?.[1],
    );
    assert.ok(
      weights.every((weight) => weight !== undefined),
      name,
    );
    assert.deepEqual(
      weights,
      weights.toSorted((one, other) => (other ?? 0) - (one ?? 0)),
      name,
    );
  }
});

test('the same flat by two agencies is linked, another floor and price of the same building is not', () => {
  const flat = { kwh: 181, co2: 21, year: 1971 };
  assert.ok(evidence(flat, { ...flat, agency: 'x' }).score > 2);
  assert.ok(
    evidence(flat, { year: 1971, kwh: 140, co2: 12, floor: 4, prices: [262_000], area: 63.1 }).score < -2,
  );
});

test('what names a building speaks for one of its flats up to a bound, and for a house in full', () => {
  const building = { neighbourhood: 'gare', year: 1971, point: [2.35, 48.85] as [number, number] };
  const lift = (type: string, advert: Partial<ListingFeature>): number =>
    evidence({ ...advert, type, agency: 'x' }, { ...advert, type }).score -
    evidence({ type, agency: 'x' }, { type }).score;
  const [flat, house] = [lift('FLAT', building), lift('HOUSE', building)];
  assert.ok(flat > 0 && flat < MAX_BUILDING_BITS, `${flat} bits`);
  assert.ok(house > MAX_BUILDING_BITS, `${house} bits`);
  const another = lift('FLAT', { ...building, street: 'victor hugo', number: '3' });
  assert.equal(another, flat, 'the address adds nothing');
});

test('hard conflicts veto, whatever else agrees', () => {
  assert.equal(evidence({ transaction: 'RENT' }, {}).veto, 'transaction');
  assert.equal(evidence({ lot: 'A12' }, { lot: 'A13' }).veto, 'lot');
  assert.equal(
    evidence({ certificate: '2144E0000001' }, { certificate: '2144E0000002' }).veto,
    'certificate',
  );
  assert.equal(
    evidence({ street: 'victor hugo', number: '3' }, { street: 'victor hugo', number: '5' }).veto,
    'address',
  );
  assert.equal(evidence({}, {}).veto, undefined);
});

test('two references of one office side by side are two homes; of two offices of one name they need not be', () => {
  const offer = { agency: 'cabinet atlas', reference: '4711', phone: '240000000' };
  const other = { ...offer, reference: '4712' };
  assert.equal(evidence(offer, other).veto, 'two offers');
  assert.equal(evidence(offer, { ...other, phone: undefined }).veto, undefined);
  const dearer = { ...other, phone: undefined, prices: [259_000] };
  assert.equal(evidence(offer, dearer).veto, 'two offers', 'at two prices they are one office');
});

test('one office that shows two adverts side by side sells two homes, unless pictures or words and the price say it forgot one', () => {
  const offer = { agency: 'cabinet atlas', phone: '240000000', photos: PHOTOS };
  assert.equal(evidence(offer, offer).veto, undefined);
  assert.equal(evidence(offer, { ...offer, prices: [259_000] }).veto, 'two offers');
  assert.equal(evidence(offer, { ...offer, photos: [] }).veto, 'two offers');
  const named = { ...offer, reference: '4711' };
  assert.equal(evidence(named, { ...named, prices: [259_000], photos: [] }).veto, undefined);
});

test('what one office writes alike of two references at two prices is a programme, which says nothing of the lot', () => {
  const shingles = Array.from({ length: 40 }, (_, at) => at * 7919);
  const offer = { agency: 'cabinet atlas', source: 'x', reference: '4711', photos: PHOTOS, shingles };
  const lot = { ...offer, source: 'y', reference: '4712', prices: [259_000] };
  const gain = (other: Partial<ListingFeature>) =>
    evidence(offer, other).score - evidence({ ...offer, photos: [] }, { ...other, photos: [] }).score;
  assert.ok(gain(lot) < 2.5);
  assert.ok(gain({ ...lot, prices: [251_300] }) > 5, 'put up again');
});

test('two adverts of a programme that one office shows side by side are two lots, whatever pictures and words they share', () => {
  const offer = {
    newBuild: true,
    agency: 'cabinet atlas',
    phone: '240000000',
    photos: PHOTOS,
  };
  assert.equal(evidence(offer, offer).veto, 'two offers');
  assert.equal(evidence({ ...offer, reference: '4711' }, { ...offer, reference: '4711' }).veto, undefined);
  assert.equal(evidence({ ...offer, lot: 'A1' }, { ...offer, lot: 'A1' }).veto, undefined);
  assert.equal(evidence(offer, { ...offer, source: 'another portal' }).veto, undefined);
  assert.equal(evidence({ ...offer, newBuild: false }, { ...offer, newBuild: false }).veto, undefined);
});

test('two lots of a new programme need an equal price, and its shared pictures hardly count', () => {
  const lot = {
    newBuild: true,
    photos: [1, 2, 3, 4, 5, 6].map((half) => Math.imul(half, 0x9e3779b1) >>> 0),
    street: 'gambetta',
    number: '3',
  };
  assert.equal(evidence(lot, { ...lot, floor: undefined, prices: [252_000] }).veto, 'new-build price');
  assert.equal(evidence({ ...lot, lot: 'A1' }, { ...lot, lot: 'A1', prices: [252_000] }).veto, undefined);
  const slip = { ...lot, agency: 'x', reference: '4711', phone: undefined };
  assert.equal(
    evidence(slip, { ...slip, source: 'y', prices: [24_900_000] }).veto,
    undefined,
    'one reference',
  );
  const fees = { ...slip, source: 'y', prices: [262_000] };
  assert.equal(evidence(slip, fees).veto, undefined, 'with fees');
  assert.equal(evidence(slip, { ...fees, area: 41.2 }).veto, 'new-build price', 'another area');
  assert.equal(evidence(slip, { ...fees, reference: '4712' }).veto, 'new-build price', 'another reference');
  assert.equal(evidence(slip, { ...fees, prices: [299_000] }).veto, 'new-build price', 'more than fees');
  const old = { ...lot, newBuild: false };
  assert.ok(evidence(old, old).score - evidence(lot, lot).score > 5);
});

test('one area to the decimal on one floor is one lot, with fees and without, unless two references say otherwise', () => {
  const lot = { newBuild: true, agency: 'x', source: 'y' };
  const other = { ...lot, agency: 'z', prices: [262_000] };
  assert.equal(evidence(lot, other).veto, undefined);
  assert.equal(
    evidence(lot, { ...other, floor: 3 }).veto,
    'new-build price',
    'the same plan on another floor',
  );
  assert.equal(evidence(lot, { ...other, prices: [299_000] }).veto, 'new-build price', 'more than fees');
  const whole = { ...lot, area: 62 };
  assert.equal(evidence(whole, { ...other, area: 62 }).veto, 'new-build price', 'whole metres are common');
  const named = { ...lot, reference: '4711' };
  assert.equal(evidence(named, { ...named, reference: '4712', prices: [262_000] }).veto, 'two offers');
});

test('the more listings a zone holds, the more chance explains', () => {
  assert.ok(zonePrior(4_096) < zonePrior(512));
  assert.equal(zonePrior(1), zonePrior(64));
});

test('a re-post at a new price whose predecessor is still listed is no second offer', () => {
  const shingles = Array.from({ length: 40 }, (_, at) => at * 7919);
  const offer = { agency: 'cabinet atlas', phone: '240000000', photos: PHOTOS, shingles };
  assert.equal(evidence(offer, { ...offer, prices: [239_000] }).veto, undefined);
  assert.equal(
    evidence({ ...offer, shingles: [] }, { ...offer, shingles: [], prices: [2_513_000] }).veto,
    undefined,
  );
  assert.equal(
    evidence({ ...offer, shingles: [] }, { ...offer, shingles: [], prices: [239_000] }).veto,
    'two offers',
  );
});
