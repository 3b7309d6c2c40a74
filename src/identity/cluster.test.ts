import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterListings } from './cluster.ts';
import type { PairEvidence } from './cluster-evidence.ts';
import { type Comparison, comparisons } from './levels.ts';
import {
  AGREED_PRICE_MIN_BITS,
  ATTACH_MIN_BITS,
  CAUTIOUS_MIN_BITS,
  RIVAL_BITS,
  UNCONTESTED_MIN_BITS,
} from './thresholds.ts';

type LinkFacts = Partial<Omit<PairEvidence, 'facts'>> & { facts?: Partial<Record<Comparison, number>> };

const { attach, join } = UNCONTESTED_MIN_BITS;
const FAR = attach - 0.5;

const asLink = ({ facts = {}, ...rest }: LinkFacts = {}): PairEvidence => ({
  ...{
    prior: FAR,
    cannotLink: false,
    mustLink: false,
    alreadyLinked: false,
    newBuild: false,
    figuresOnly: false,
    vetoed: false,
  },
  ...rest,
  facts: comparisons.map((name) => facts[name] ?? Number.NaN),
});

/** Links by pairs such as "0-1"; what is not named is too weak to join. Each listing has its own advertiser unless `voices` names one. */
const grouped = (
  count: number,
  links: Record<string, LinkFacts>,
  voices: string[] = [],
  prices: number[][] = [],
): number[][] =>
  clusterListings({
    count,
    link: (one, other) => asLink(links[`${one}-${other}`]),
    advertiserKey: (at) => voices[at] ?? String(at),
    prices: (at) => prices[at] ?? [],
  }).map((group) => group.toSorted());

test('a strong link joins, one below the least that links does not', () => {
  assert.deepEqual(grouped(3, { '0-1': { prior: ATTACH_MIN_BITS + 0.1 }, '1-2': { prior: attach - 0.1 } }), [
    [0, 1],
    [2],
  ]);
});

test('a weak link joins where nothing else is as like, and not on a stair of look-alikes', () => {
  assert.deepEqual(grouped(2, { '0-1': { prior: 0.5 } }), [[0, 1]]);
  const twins = { '0-1': { prior: 0.5 }, '1-2': { prior: 0 }, '0-2': { prior: -8 } };
  assert.deepEqual(grouped(3, twins), [[0], [1], [2]]);
  assert.deepEqual(grouped(3, { ...twins, '0-1': { prior: 2.5 } }), [[0, 1], [2]]);
});

test('a weak link must be likelier than all its rivals together, and more so where the prices differ', () => {
  const weak = ATTACH_MIN_BITS - 0.2;
  const rival = { prior: weak - RIVAL_BITS.margin - 0.2 };
  const twins = { '0-1': { prior: weak }, '1-2': rival, '0-2': { prior: -8 } };
  assert.deepEqual(grouped(3, twins), [[0, 1], [2]]);
  const price = { prior: 1.5, facts: { price: -1 } };
  assert.deepEqual(grouped(3, { ...twins, '0-1': price }), [[0], [1], [2]]);
  const third = { '1-3': rival, '0-3': { prior: -8 }, '2-3': { prior: -8 } };
  assert.deepEqual(grouped(4, { ...twins, ...third }), [[0], [1], [2], [3]]);
});

test('two groups of flats are not joined by what names their building', () => {
  const facts = { place: 0.5, neighbourhood: 1.5, point: 3.7, year: 1, number: 5.3, area: 1.5 };
  const link = { prior: -10, facts };
  assert.deepEqual(grouped(2, { '0-1': link }), [[0, 1]]);
  assert.deepEqual(grouped(2, { '0-1': { ...link, mayShareBuilding: true } }), [[0], [1]]);
  const named = { ...link, mayShareBuilding: true, facts: { ...facts, price: 5.6 } };
  assert.deepEqual(grouped(2, { '0-1': named }), [[0, 1]]);
});

test('look-alikes of a dense zone raise the bound of a weak link, though each is unlikely', () => {
  const rival = { prior: 2 - RIVAL_BITS.margin };
  const stair = { '0-1': { prior: 1.5 }, '1-2': rival, '0-2': { prior: -8 } };
  assert.deepEqual(grouped(3, stair), [[0], [1], [2]]);
});

test('a strong link that its rivals outdo joins nothing', () => {
  const stair = { '0-1': { prior: 2.5 }, '1-2': { prior: 2.4 }, '0-2': { prior: -8 } };
  const third = { '1-3': { prior: 2.4 }, '0-3': { prior: -8 }, '2-3': { prior: -8 } };
  assert.deepEqual(grouped(4, { ...stair, ...third }), [[0], [1], [2], [3]]);
  assert.deepEqual(grouped(4, { ...stair, ...third, '0-1': { prior: 4 } }), [[0, 1], [2], [3]]);
});

test('two homes of several advertisers each are not joined weakly by nothing that names a home', () => {
  const pairs = { '0-1': { prior: 20 }, '2-3': { prior: 20 } };
  const across = (facts: LinkFacts['facts']) =>
    Object.fromEntries(['0-2', '0-3', '1-2', '1-3'].map((pair) => [pair, { prior: -5, facts: facts ?? {} }]));
  const shared = { ...pairs, ...across({ price: 2.5, area: 3.5 }) };
  const apart = [
    [0, 1],
    [2, 3],
  ];
  assert.deepEqual(grouped(4, shared), apart);
  assert.deepEqual(grouped(4, shared, ['a', 'a', 'b', 'c']), [[0, 1, 2, 3]], 'one advertiser may be silent');
  assert.deepEqual(grouped(4, { ...pairs, ...across({ tax: 5, area: 1 }) }), [[0, 1, 2, 3]]);
});

test('a weak link that joins elsewhere does not in a programme', () => {
  const weak = { prior: CAUTIOUS_MIN_BITS.attach - 0.1 };
  assert.deepEqual(grouped(2, { '0-1': weak }), [[0, 1]]);
  assert.deepEqual(grouped(2, { '0-1': { ...weak, newBuild: true } }), [[0], [1]]);
});

test('a weak bond joins two groups that are silent, not two that name different floors', () => {
  const stated = (floor: number) => ({ prior: CAUTIOUS_MIN_BITS.join - 0.2 - floor, facts: { floor } });
  const across = (floor: number) => ({
    '0-2': stated(floor),
    '0-3': stated(floor),
    '1-2': stated(floor),
    '1-3': stated(floor),
  });
  const pairs = { '0-1': { prior: 20 }, '2-3': { prior: 20 } };
  const voices = ['a', 'a', 'b', 'b'];
  assert.deepEqual(grouped(4, { ...pairs, ...across(0) }, voices), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, { ...pairs, ...across(-4.1) }, voices), [
    [0, 1],
    [2, 3],
  ]);
});

test('the adverts of one office on several portals need no more than one of them would', () => {
  const pairs = { '0-1': { prior: 20 }, '2-3': { prior: 20 } };
  const across = Object.fromEntries(
    ['0-2', '0-3', '1-2', '1-3'].map((pair) => [pair, { prior: attach + 0.1, facts: { area: 0 } }]),
  );
  assert.deepEqual(grouped(4, { ...pairs, ...across }, ['a', 'a', 'b', 'b']), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, { ...pairs, ...across }, ['a', 'a', 'b', 'c']), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, { ...pairs, ...across }, ['a', 'd', 'b', 'c']), [
    [0, 1],
    [2, 3],
  ]);
});

test('two groups of several listings need more than a listing and a group', () => {
  const pairs = { '0-1': { prior: 20 }, '2-3': { prior: 20 } };
  const across = (facts: LinkFacts['facts']) =>
    Object.fromEntries(
      ['0-2', '0-3', '1-2', '1-3'].map((pair) => [pair, { prior: -10, facts: facts ?? {} }]),
    );
  assert.deepEqual(grouped(4, { ...pairs, ...across({ price: 10 + join + 0.1 }) }), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, { ...pairs, ...across({ price: 10 + join - 0.1 }) }), [
    [0, 1],
    [2, 3],
  ]);
});

test('what one listing of a group does not say another says for it', () => {
  const shown = { '0-1': { prior: 20 } };
  const prior = attach - 11;
  const known = { '0-2': { prior, facts: { area: 6 } }, '1-2': { prior, facts: { tax: 6 } } };
  assert.deepEqual(grouped(3, { ...shown, ...known }), [[0, 1, 2]]);
  assert.deepEqual(grouped(3, { ...shown, ...known, '1-2': { prior, facts: { area: 6 } } }), [[0, 1], [2]]);
});

test('a slip of one is one mistake, however many it contradicts; what two on each side contradict weighs more', () => {
  const shown = { '0-1': { prior: 20 }, '0-2': { prior: 20 }, '1-2': { prior: 20 } };
  const stated = (floors: number[]) =>
    Object.fromEntries(
      floors.map((floor, at) => [`${at}-3`, { prior: attach - 8, facts: { price: 6, energy: 7, floor } }]),
    );
  assert.deepEqual(grouped(4, { ...shown, ...stated([2, 2, -4]) }), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, { ...shown, ...stated([-4, -4, -4]) }), [[0, 1, 2, 3]]);
  const across = Object.fromEntries(
    ['0-2', '0-3', '1-2', '1-3'].map((pair) => [pair, { prior: -1, facts: { energy: 7, charges: -4 } }]),
  );
  const both = { '0-1': { prior: 20 }, '2-3': { prior: 20 }, ...across };
  assert.deepEqual(grouped(4, both, ['a', 'a', 'b', 'c']), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, both), [
    [0, 1],
    [2, 3],
  ]);
});

test('two floors that two advertisers each name are two homes, unless all else says by far that they are one', () => {
  const shown = { '0-1': { prior: 30 }, '2-3': { prior: 30 } };
  const stated = (photos: number) => {
    const across = { prior: -10, facts: { photos, floor: -4.1 } };
    return { ...shown, '0-2': across, '0-3': across, '1-2': across, '1-3': across };
  };
  assert.deepEqual(grouped(4, stated(26), ['a', 'b', 'c', 'd']), [
    [0, 1],
    [2, 3],
  ]);
  assert.deepEqual(grouped(4, stated(26), ['a', 'a', 'c', 'd']), [[0, 1, 2, 3]]);
  assert.deepEqual(grouped(4, stated(31), ['a', 'b', 'c', 'd']), [[0, 1, 2, 3]]);
});

test('charges that two advertisers on each side state otherwise weigh, and do not separate', () => {
  const across = (name: Comparison) =>
    Object.fromEntries(
      ['0-2', '0-3', '1-2', '1-3'].map((pair) => [pair, { prior: 8, facts: { energy: 7, [name]: -4 } }]),
    );
  const pairs = { '0-1': { prior: 30 }, '2-3': { prior: 30 } };
  for (const cost of ['charges', 'tax'] as const)
    assert.deepEqual(grouped(4, { ...pairs, ...across(cost) }), [[0, 1, 2, 3]], cost);
  assert.deepEqual(grouped(4, { ...pairs, ...across('floor') }), [
    [0, 1],
    [2, 3],
  ]);
});

test('one advertiser whom four contradict is scored, not cut off: it may repeat an old certificate', () => {
  const bound = { facts: { photos: 14 } };
  const group = { '0-1': bound, '0-2': bound, '0-3': bound, '1-2': bound, '1-3': bound, '2-3': bound };
  const odd = { facts: { photos: 14, energy: -4.6 } };
  const linked = { ...group, '0-4': odd, '1-4': odd, '2-4': odd, '3-4': odd };
  assert.deepEqual(grouped(5, linked), [[0, 1, 2, 3, 4]]);
});

test('a listing goes to the group it is linked with best', () => {
  const links = { '0-1': 9, '2-3': 9, '1-2': 3, '0-2': -9, '0-3': -9 };
  const stated = Object.fromEntries(Object.entries(links).map(([pair, prior]) => [pair, { prior }]));
  assert.deepEqual(grouped(4, stated), [
    [0, 1],
    [2, 3],
  ]);
});

test('what was together before today holds a little', () => {
  assert.deepEqual(grouped(2, { '0-1': { prior: FAR, alreadyLinked: true } }), [[0, 1]]);
  assert.deepEqual(grouped(2, { '0-1': { prior: FAR } }), [[0], [1]]);
});

test('a pair that must be apart is never in one group, even through a third', () => {
  assert.deepEqual(
    grouped(3, { '0-1': { prior: 8 }, '1-2': { prior: 6 }, '0-2': { prior: 5, cannotLink: true } }),
    [[0, 1], [2]],
  );
});

test('an operator joins what would not join by itself', () => {
  assert.deepEqual(grouped(3, { '0-1': { prior: -12, mustLink: true } }), [[0, 1], [2]]);
});

test('other prices of two lots are no conflict where one advert of each shows that they are one', () => {
  const price = { prior: 20, vetoed: true, vetoedByPrice: true };
  const one = { '0-1': { prior: 20 }, '0-2': { prior: 20, oneLot: true }, '1-2': price };
  assert.deepEqual(grouped(3, one), [[0, 1, 2]]);
  assert.deepEqual(grouped(3, { ...one, '0-2': { prior: 20 } }), [[0, 1], [2]]);
  assert.deepEqual(grouped(3, { ...one, '1-2': { prior: 20, vetoed: true } }), [[0, 1], [2]]);
});

test('one vetoed pair does not cut a group that everything else holds together', () => {
  const strong = Object.fromEntries(
    ['0-1', '0-2', '0-3', '1-2', '1-3', '2-3'].map((pair) => [pair, { prior: 20 }]),
  );
  assert.deepEqual(grouped(4, { ...strong, '2-3': { prior: 20, vetoed: true } }), [[0, 1, 2, 3]]);
  const half = { '0-3': { prior: 20, vetoed: true }, '1-3': { prior: 20, vetoed: true } };
  assert.deepEqual(grouped(4, { ...strong, ...half }), [[0, 1, 2], [3]]);
  assert.deepEqual(grouped(2, { '0-1': { prior: 40, vetoed: true } }), [[0], [1]]);
});

test('whether an office offers two homes is judged by its own adverts at one portal', () => {
  const strong = Object.fromEntries(
    ['0-1', '0-2', '0-3', '1-2', '1-3', '2-3'].map((pair) => [pair, { prior: 20 }]),
  );
  const offers = { '2-3': { prior: 20, vetoed: true, sideBySide: true, twoOffers: true } };
  assert.deepEqual(grouped(4, { ...strong, ...offers }), [[0, 1, 2], [3]]);
  const again = { '1-3': { prior: 20, sideBySide: true }, '0-3': { prior: 20, sideBySide: true } };
  assert.deepEqual(grouped(4, { ...strong, ...offers, ...again }), [[0, 1, 2, 3]], 'one of three');
});

test('prices that neither a fee nor a move explains are no weak bond', () => {
  const weak = (price: number) => ({ '0-1': { prior: -6, facts: { area: 3.9 + price, price: -price } } });
  assert.deepEqual(grouped(2, weak(1)), [[0, 1]]);
  assert.deepEqual(grouped(2, weak(4)), [[0], [1]]);
});

test('a weak bond that year or energy class contradict needs a naming fact', () => {
  const weak = (facts: LinkFacts['facts']) => ({
    '0-1': { prior: -6, facts: { area: 3.9, year: -2.5, ...facts } },
  });
  assert.deepEqual(grouped(2, { '0-1': { prior: -6, facts: { area: 3.9 } } }), [[0, 1]]);
  assert.deepEqual(grouped(2, weak({ rooms: 1 })), [[0], [1]]);
  assert.deepEqual(grouped(2, weak({ price: 4.1, rooms: -3 })), [[0, 1]], 'an equal price names it');
});

test('two prices on each of which several advertisers agree are of two homes, unless all else says they are one', () => {
  const pairs = { '0-1': { prior: 30 }, '2-3': { prior: 30 } };
  const linked = (prior: number) =>
    Object.fromEntries(['0-2', '0-3', '1-2', '1-3'].map((pair) => [pair, { prior }]));
  const shown = (prior: number, prices: number[][], voices?: string[]) =>
    grouped(4, { ...pairs, ...linked(prior) }, voices, prices).length;
  const agreed = [[970], [970], [940], [940]];
  assert.equal(shown(AGREED_PRICE_MIN_BITS - 1, agreed), 2);
  assert.equal(shown(AGREED_PRICE_MIN_BITS + 1, agreed), 1);
  assert.equal(
    shown(AGREED_PRICE_MIN_BITS - 1, agreed, ['a', 'a', 'b', 'c']),
    1,
    'one office on two portals',
  );
  assert.equal(shown(AGREED_PRICE_MIN_BITS - 1, [[970, 940], [970], [940], [940]]), 1, 'the price moved');
  assert.equal(
    shown(AGREED_PRICE_MIN_BITS - 1, [[970], [970], [960], [960]]),
    1,
    'a small fee, rounded alike',
  );
});

test('energy figures and energy class are of one certificate and count once against a group', () => {
  const shown = { '0-1': { prior: 30 } };
  const across = (figures: number, letter: number) => ({
    '0-2': { prior: 5.5, facts: { energy: figures } },
    '1-2': { prior: 5.5, facts: { letter } },
  });
  assert.deepEqual(grouped(3, { ...shown, ...across(-4.5, -4.5) }), [[0, 1, 2]]);
  assert.deepEqual(grouped(3, { ...shown, ...across(-7.5, -4.5) }), [[0, 1], [2]]);
});

test('an equal rent counts once, though one office is compared by its price and others by the rent', () => {
  const shown = { '0-1': { prior: 30 } };
  const across = (price: number, rent: number) => ({
    '0-2': { prior: -6, facts: { price } },
    '1-2': { prior: -6, facts: { rent } },
  });
  assert.deepEqual(grouped(3, { ...shown, ...across(0, 3.9) }), [[0, 1, 2]]);
  assert.deepEqual(grouped(3, { ...shown, ...across(1.5, 1.5) }), [[0, 1], [2]], 'not 3 bits');
});
