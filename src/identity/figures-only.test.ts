import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import { COMPARISONS, comparisons } from './levels.ts';
import { model } from './model.ts';
import { Scorer } from './score.ts';
import { ATTACH_MIN_BITS, FIGURES_ONLY_MIN_BITS } from './thresholds.ts';

const scorer = new Scorer(model);
/** A flat as a portal publishes it that masks points and prices and hides text, photos and advertiser. */
const masked: Partial<ListingFeature> = {
  ...{
    zone: 'barcelona',
    department: undefined,
    rooms: undefined,
    point: [2.1495, 41.38],
    area: 84,
    bedrooms: 3,
  },
  ...{ bathrooms: 1, floor: 4, floors: 9, year: 1972, prices: [323_000] },
  flags: { terrace: false, elevator: true, airConditioning: true, garden: false, swimmingPool: false },
};
const score = (other: Partial<ListingFeature>, zoneListings = 1_024): number =>
  scorer.evidence(madeFeature('a', masked), madeFeature('b', { ...masked, ...other }), zoneListings).score;

test('a text, photo or advertiser on either side makes a pair a full one', () => {
  const bare = madeFeature('a', masked);
  assert.ok(areFiguresOnly(bare, madeFeature('b', masked)));
  for (const more of [
    { photos: [1, 2] },
    { shingles: [7] },
    { agency: 'x' },
    { phone: '1' },
    { reference: '4711' },
  ])
    assert.ok(!areFiguresOnly(bare, madeFeature('b', more)), Object.keys(more)[0]);
});

test('the weights of figures-only pairs keep the order of their levels', () => {
  for (const name of comparisons) {
    const weights: Record<string, number> = model.figuresOnly.weights[name];
    const ordered = COMPARISONS[name].map((level) => weights[level] ?? Number.NaN);
    assert.deepEqual(
      ordered,
      ordered.toSorted((one, other) => other - one),
      name,
    );
  }
});

test('a flat of equal figures 90 m away at a price 8 % apart is one home, one in a building of other height is not', () => {
  const beside: Partial<ListingFeature> = { point: [2.1502, 41.3806], prices: [299_000] };
  assert.ok(score(beside) >= ATTACH_MIN_BITS);
  assert.ok(score({ ...beside, floors: 7 }) < FIGURES_ONLY_MIN_BITS.attach);
  for (const doubt of [{ year: 1931 }, { floor: undefined }])
    assert.ok(score({ ...beside, ...doubt }) < ATTACH_MIN_BITS, Object.keys(doubt)[0]);
});

test('another orientation, or one that only one of two adverts of a form states, counts against one home', () => {
  const facing = (side: string | undefined, source = 'x'): Partial<ListingFeature> => ({
    source,
    flags: side === undefined ? {} : { facing: side },
  });
  const level = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) =>
    scorer.evidence(madeFeature('a', one), madeFeature('b', other), 1_024).levels.facing;
  assert.equal(level(facing('EAST'), facing('EAST')), 'same');
  assert.equal(level(facing('EAST'), facing('WEST')), 'other');
  assert.equal(level(facing('EAST'), facing(undefined)), 'unstated');
  assert.equal(level(facing(undefined), facing(undefined)), undefined);
  assert.equal(level(facing('EAST'), facing(undefined, 'y')), undefined, 'another form may not ask for it');
  const { same, unstated, other } = model.figuresOnly.weights.facing;
  assert.ok(same > 0 && unstated < -2 && other < -2);
});

test('a larger city counts against distant flats only', () => {
  assert.equal(score({}, 16_384), score({}));
  const away: Partial<ListingFeature> = { point: [2.16, 41.39] };
  assert.ok(score(away, 16_384) < score(away));
});

test('masked prices do not veto two adverts of one new flat', () => {
  const pair = [masked, { ...masked, prices: [330_000] }].map((facts, at) =>
    madeFeature(String(at), { ...facts, newBuild: true }),
  ) as [ListingFeature, ListingFeature];
  assert.equal(scorer.evidence(...pair, 1_024).veto, undefined);
});
