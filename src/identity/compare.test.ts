import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import { DAY_MS } from '../lib/durations.ts';
import { compare } from './compare.ts';
import type { ListingFeature } from './feature.ts';
import type { Levels } from './levels.ts';

const levelsOf = (one: Partial<ListingFeature>, other: Partial<ListingFeature>): Levels =>
  compare(madeFeature('a', one), madeFeature('b', other));

test('an area with decimals that is equal says most, one that rounds to the other says more than one near it', () => {
  const area = (one: number, other: number) => levelsOf({ area: one }, { area: other }).area;
  assert.equal(area(62.43, 62.43), 'exact');
  assert.equal(area(62, 62), 'equal');
  assert.equal(area(62.43, 62), 'rounding');
  assert.equal(area(62.43, 63), 'rounding');
  assert.equal(area(62, 63), 'within2');
  assert.equal(area(62.43, 62.4), 'rounding', 'to a tenth');
  assert.equal(area(62.43, 62.9), 'otherDecimals', 'rounding does not explain it');
  assert.equal(area(100, 104), 'within5');
  assert.equal(area(100, 109), 'within10');
  assert.equal(area(60, 90), 'beyond');
});

test('prices are compared over both histories, and a round price says less than a fine one', () => {
  const price = (one: number[], other: number[]) => levelsOf({ prices: one }, { prices: other }).price;
  assert.equal(price([251_300], [251_300]), 'equalFine');
  assert.equal(price([252_000], [252_000]), 'equal');
  assert.equal(price([250_000], [250_000]), 'equalRound');
  assert.equal(price([270_000, 251_300], [251_300, 240_000]), 'equalFine');
  assert.equal(price([250_000], [252_000]), 'within1');
  assert.equal(price([250_000], [260_000]), 'within4');
  assert.equal(price([250_000], [2_500_000]), 'misprint');
  assert.equal(price([250_000], [400_000]), 'beyond');
  assert.equal(price([], [400_000]), undefined);
});

test('an uneven price above another is one with a fee, a round one rather that of a look-alike', () => {
  const price = (one: number, other: number) =>
    levelsOf({ prices: [one], agency: 'atlas' }, { prices: [other] }).price;
  assert.equal(price(139_000, 140_300), 'fee1');
  assert.equal(price(139_000, 143_400), 'fee4');
  assert.equal(price(139_000, 146_400), 'fee7');
  assert.equal(price(139_000, 143_500), 'within4');
  assert.equal(price(143_500, 139_400), 'within4', 'nobody subtracts a fee');
  assert.equal(price(139_000, 146_000), 'within7');
  assert.equal(price(139_000, 150_300), 'within8', 'more than offices take');
});

test('two rents are compared apart from prices, as no office adds a fee to a rent', () => {
  const levels = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) =>
    levelsOf({ transaction: 'RENT', ...one }, { transaction: 'RENT', ...other });
  assert.equal(levels({ prices: [842] }, { prices: [850] }).rent, 'within1');
  assert.equal(levels({ prices: [842] }, { prices: [850] }).price, undefined);
  assert.equal(levels({ prices: [842] }, { prices: [842] }).rent, 'equal');
  assert.equal(levels({ prices: [842], net: 792 }, { prices: [792] }).rent, 'equal', 'without charges');
  assert.equal(levels({ prices: [842] }, { prices: [84_200] }).rent, 'misprint');
  const office = { agency: 'atlas' };
  const again = levels({ ...office, prices: [842] }, { ...office, prices: [950] });
  assert.deepEqual([again.rent, again.price], [undefined, 'within16'], 'put up again by one office');
});

test('agencies that add their own fees to what one seller receives ask the same price', () => {
  const price = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) => levelsOf(one, other).price;
  assert.equal(price({ prices: [210_000], net: 201_300 }, { prices: [214_000], net: 201_300 }), 'equalFine');
  assert.equal(price({ prices: [210_000], net: 201_300 }, { prices: [201_300] }), 'equalFine');
  assert.equal(price({ prices: [210_000], net: 201_300 }, { prices: [214_000] }), 'within4');
});

test('prices that moved alike are of one seller, whatever each advertiser adds', () => {
  const price = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) => levelsOf(one, other).price;
  const seller = { prices: [140_000, 124_000, 111_000] };
  assert.equal(price(seller, { prices: [124_000, 111_000] }), 'moves', 'equal prices and one move');
  assert.equal(price(seller, { prices: [150_000, 133_000] }), 'moved', 'the same share, in whole thousands');
  assert.equal(price(seller, { prices: [147_500, 131_500] }), 'moved', 'the same amount');
  assert.equal(price(seller, { prices: [147_500, 131_500, 118_500] }), 'moves', 'two moves');
  assert.equal(price(seller, { prices: [140_000, 124_000, 111_000] }), 'path', 'two moves at equal prices');
  const long = { prices: [...seller.prices, 105_000] };
  assert.equal(price(long, { prices: [147_500, 131_500, 118_500, 112_500] }), 'path', 'three moves');
  assert.equal(price(seller, { prices: [147_500, 139_000] }), 'within1', 'another move');
  assert.equal(price(seller, { prices: [280_000, 248_000] }), 'beyond', 'another price');
  assert.equal(price({ ...seller, newBuild: true }, { prices: [150_000, 133_000] }), 'within8');
  const office = { phone: '0102030405' };
  assert.equal(price({ ...seller, ...office }, { prices: [150_000, 133_000], ...office }), 'within7');
});

test('of several areas the most alike pair counts', () => {
  const area = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) => levelsOf(one, other).area;
  assert.equal(area({ area: 85, otherAreas: [82.31] }, { area: 82.31 }), 'exact');
  assert.equal(area({ area: 85, otherAreas: [82.31] }, { area: 82 }), 'rounding');
});

test('offices of one name with other telephones are different advertisers to a text', () => {
  const shingles = [1, 2, 3, 4, 5, 6, 7, 8];
  const office = { agency: 'century 21', shingles };
  assert.equal(levelsOf({ ...office, phone: '1' }, { ...office, phone: '2' }).otherText, 'copy');
  assert.equal(levelsOf({ ...office, phone: '1' }, office).ownText, 'copy');
});

test('a fact that one side does not state has no level', () => {
  const levels = levelsOf({ rooms: undefined, floor: undefined, area: undefined, agency: 'x' }, {});
  assert.deepEqual(
    [levels.rooms, levels.floor, levels.area, levels.year],
    [undefined, undefined, undefined, undefined],
  );
});

test('photos count when near, and most of the smaller set counts more than a few of many', () => {
  const set = (...hashes: number[]): number[] =>
    hashes.flatMap((hash) => [Math.imul(hash, 0x9e3779b1) >>> 0, Math.imul(hash, 0x85ebca6b) >>> 0]);
  const photos = (one: number[], other: number[]) => levelsOf({ photos: one }, { photos: other }).photos;
  const altered = set(1, 2).map((half, at) => (at % 2 === 0 ? (half ^ 0b111) >>> 0 : half));
  assert.equal(photos(set(1, 2), altered), 'most');
  assert.equal(photos(set(1, 2, 3, 4), set(1, 2, 3, 14)), 'most');
  assert.equal(photos(set(1, 2, 3, 4, 5, 6), set(1, 2, 11, 12, 13, 14)), 'several');
  assert.equal(photos(set(1, 2, 3, 4), set(1, 12, 13, 14)), 'one');
  assert.equal(photos(set(1, 2, 3, 4), set(11, 12, 13, 14)), 'none');
  assert.equal(photos(set(1, 2), set(11, 12, 13, 14)), undefined);
  assert.equal(photos(set(1, 2, 3, 4), set(1, 2, 13, 14)), 'several', 'front and stairs of one building');
  const ofOne = (one: number[], other: number[]) =>
    levelsOf({ photos: one, agency: 'x' }, { photos: other, agency: 'x' }).photos;
  assert.equal(ofOne(set(1, 2, 3, 4, 5), set(1, 2, 3, 14, 15)), undefined, 'the team under every home');
  assert.equal(ofOne(set(1, 2, 3, 4, 5, 6), set(1, 2, 3, 4, 15, 16)), 'most');
  assert.equal(ofOne(set(1, 2, 3), set(1, 2, 3)), undefined, 'nor three, however few others there are');
});

test('one agency is known by its name or its telephone, and its references are compared', () => {
  const agency = { agency: 'cabinet mercier', reference: '4711' };
  assert.equal(levelsOf(agency, agency).reference, 'same');
  assert.equal(levelsOf(agency, { ...agency, reference: '4712' }).reference, 'other');
  assert.equal(levelsOf(agency, { agency: 'agence blanc', reference: '4711' }).reference, undefined);
});

test('two adverts of one agency that overlap for long at one source are no re-post', () => {
  const [first, day] = [{ agency: 'x', from: 0 }, DAY_MS];
  assert.equal(levelsOf(first, { agency: 'x', from: 10 * day }).bothLive, 'together');
  assert.equal(levelsOf({ ...first, to: 12 * day }, { agency: 'x', from: 10 * day }).bothLive, 'apart');
  assert.equal(levelsOf(first, { agency: 'x', from: 10 * day, source: 'other' }).bothLive, undefined);
});

test('energy is compared by its finest figures: certificate, values, letter', () => {
  assert.deepEqual(
    levelsOf({ certificate: 'A1', kwh: 100 }, { certificate: 'A1', kwh: 200 }).energy,
    undefined,
  );
  assert.equal(levelsOf({ kwh: 181.6, co2: 12 }, { kwh: 182, co2: 12 }).energy, 'same');
  assert.equal(levelsOf({ kwh: 182, co2: 12 }, { kwh: 182, co2: 19 }).energy, 'one');
  assert.equal(levelsOf({ letter: 'C' }, { letter: 'D' }).letter, 'next');
});

test('an area ten or a hundred times the other is a slip of the decimal point and says nothing', () => {
  const area = (one: number, other: number) =>
    compare(madeFeature('a', { area: one }), madeFeature('b', { area: other })).area;
  assert.equal(area(62.4, 624), undefined);
  assert.equal(area(6_250, 62.4), undefined);
  assert.equal(area(62.4, 300), 'beyond');
});

test('points of one dwelling are masked by some hundred metres and not by more', () => {
  const at = (metres: number): [number, number] => [2.15, 41.38 + metres / 111_320];
  const point = (metres: number) => levelsOf({ point: at(0) }, { point: at(metres) }).point;
  assert.deepEqual([point(30), point(100), point(130)], ['spot', 'close', 'near']);
});

test('boxes that both tick say more than boxes that both leave empty', () => {
  const boxes = (ticked: number, value = true) =>
    Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`box${at}`, at < ticked ? value : !value]));
  const flags = (one: ListingFeature['flags'], other: ListingFeature['flags']) =>
    levelsOf({ flags: one }, { flags: other }).flags;
  assert.equal(flags(boxes(5), boxes(5)), 'telling');
  assert.equal(flags(boxes(1), boxes(1)), 'all');
  assert.equal(flags(boxes(5), boxes(4)), 'mostly');
  assert.equal(flags(boxes(2), boxes(1)), 'one');
});

test('of two adverts of figures at one source, one that is silent on the floor speaks against the other', () => {
  const silent = { floor: undefined };
  assert.equal(levelsOf({}, silent).floor, 'unstated');
  assert.equal(levelsOf(silent, silent).floor, undefined);
  assert.equal(levelsOf({}, { ...silent, source: 'other' }).floor, undefined, 'another form');
  assert.equal(levelsOf({ agency: 'x' }, silent).floor, undefined, 'agents choose what they write');
});

test('the same quarter speaks for one home though the field names another town', () => {
  const quarter = (zone: string, neighbourhood: string) =>
    levelsOf({ neighbourhood: 'saint michel' }, { zone, neighbourhood }).neighbourhood;
  assert.equal(quarter('44109', 'saint michel'), 'same');
  assert.equal(quarter('44020', 'saint michel'), 'same');
  assert.equal(quarter('44020', 'les docks'), undefined);
  assert.equal(quarter('44109', 'les docks'), 'other');
});

test('a bill of another year says less against one home than another bill', () => {
  const tax = (one: number, other: number) => levelsOf({ tax: one }, { tax: other }).tax;
  const charges = (one: number, other: number) => levelsOf({ charges: one }, { charges: other }).charges;
  assert.deepEqual(
    [tax(100, 100), tax(100, 104), tax(100, 110), tax(100, 130)],
    ['same', 'near', 'older', 'other'],
  );
  assert.equal(charges(181.7, 198.3), 'older');
  assert.equal(levelsOf({ land: 500 }, { land: 550 }).land, 'other', 'land does not grow');
});

test('another reference of one name says less while the phone of either is unknown: a brand has many offices', () => {
  const office = (reference: string, phone?: string) => ({ agency: 'century du lac', reference, phone });
  const reference = (one: Partial<ListingFeature>, other: Partial<ListingFeature>) =>
    levelsOf(one, other).reference;
  assert.equal(reference(office('1567', '102030405'), office('4030', '102030405')), 'other');
  assert.equal(reference(office('1567', '102030405'), office('4030')), 'unsure');
  assert.equal(reference(office('1567', '102030405'), office('4030', '908070605')), undefined);
  assert.equal(reference(office('1567', '102030405'), office('1567')), 'same');
});
