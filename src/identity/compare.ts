import { DAY_MS } from '../lib/durations.ts';
import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import type { Flags } from './feature-flags.ts';
import { countSharedPhotos, relativeGap } from './feature-parts.ts';
import { COMPARISONS, type LevelOf, type Levels } from './levels.ts';
import { comparePrices, compareRents } from './prices.ts';
import { compareWords, jaccardSimilarity } from './words.ts';

/**
 * At which level two listings agree, for each comparison both can answer. Every member is there from the start, so that all pairs have one
 * shape, as features have: with a member added for each answer a pair took 28 µs in place of 5.
 */
export function compare(one: ListingFeature, other: ListingFeature): Levels {
  const ofOneForm = one.source === other.source && areFiguresOnly(one, other);
  const isRent = one.transaction === 'RENT' && other.transaction === 'RENT' && !sameAdvertiser(one, other);
  const levels: Levels = {
    type: equality(one.type, other.type),
    area: compareAreas(one, other),
    rooms: both(one.rooms, other.rooms, compareCounts),
    bedrooms: both(one.bedrooms, other.bedrooms, compareCounts),
    bathrooms: both(one.bathrooms, other.bathrooms, compareFigures),
    floors: both(one.floors, other.floors, compareFigures),
    floor:
      both(one.floor, other.floor, compareCounts) ??
      (ofOneForm ? compareSilence(one.floor, other.floor) : undefined),
    price: isRent ? undefined : comparePrices(one, other),
    rent: isRent ? compareRents(one, other) : undefined,
    place: undefined,
    street: undefined,
    number: undefined,
    neighbourhood: undefined,
    point: comparePoints(one, other),
    certificate: undefined,
    energy: undefined,
    letter: undefined,
    year: both(one.year, other.year, compareYears),
    charges: both(one.charges, other.charges, compareCosts),
    tax: both(one.tax, other.tax, compareCosts),
    land: both(one.land, other.land, compareAmounts),
    photos: comparePhotos(one, other),
    ownText: undefined,
    otherText: undefined,
    words: undefined,
    privatePhone: equality(one.privatePhone, other.privatePhone),
    reference: undefined,
    bothLive: undefined,
    lot: equality(one.lot, other.lot),
    facing: ofOneForm ? compareFacing(one.flags, other.flags) : undefined,
    flags: compareFlags(one.flags, other.flags, ofOneForm),
  };
  setLocationLevels(levels, one, other);
  setEnergyLevels(levels, one, other);
  setAdvertiserLevels(levels, one, other);
  return levels;
}

function both<Level>(
  one: number | undefined,
  other: number | undefined,
  level: (one: number, other: number) => Level,
): Level | undefined {
  return one === undefined || other === undefined ? undefined : level(one, other);
}

const equality = (one: string | undefined, other: string | undefined): 'same' | 'other' | undefined =>
  one === undefined || other === undefined ? undefined : one === other ? 'same' : 'other';

const compareFigures = (one: number, other: number): 'same' | 'other' => (one === other ? 'same' : 'other');

const compareYears = (one: number, other: number): LevelOf<'year'> =>
  one === other ? 'same' : Math.abs(one - other) <= 2 ? 'near' : 'other';

const isWhole = (value: number): boolean => Number.isInteger(value);

/** The most alike pair of what both state. */
function compareAreas(one: ListingFeature, other: ListingFeature): LevelOf<'area'> | undefined {
  if (one.area === undefined || other.area === undefined) return undefined;
  if (isDecimalSlip(one.area, other.area)) return undefined;
  let closest = compareArea(one.area, other.area);
  if (one.otherAreas === undefined && other.otherAreas === undefined) return closest;
  for (const a of [one.area, ...(one.otherAreas ?? [])])
    for (const b of [other.area, ...(other.otherAreas ?? [])]) {
      const level = compareArea(a, b);
      if (COMPARISONS.area.indexOf(level) < COMPARISONS.area.indexOf(closest)) closest = level;
    }
  return closest;
}

/** A decimal point lost or misplaced: it says nothing of either home. */
function isDecimalSlip(one: number, other: number): boolean {
  const ratio = Math.max(one, other) / Math.min(one, other);
  return DECIMAL_SLIPS.some((factor) => Math.abs(ratio / factor - 1) <= DECIMAL_SLIP_TOLERANCE);
}
const DECIMAL_SLIPS = [10, 100];
const DECIMAL_SLIP_TOLERANCE = 0.02;

/** Between 48.93 and 48.9 m². */
const TENTH_ROUNDING_METRES = 0.051;

function compareArea(one: number, other: number): LevelOf<'area'> {
  if (one === other) return isWhole(one) ? 'equal' : 'exact';
  const metres = Math.abs(one - other);
  if ((isWhole(one) !== isWhole(other) && metres < 1) || metres <= TENTH_ROUNDING_METRES) return 'rounding';
  const gap = relativeGap(one, other);
  // Rounding explains a metre between whole figures, and nothing between two that have decimals.
  if (gap <= 0.02 || metres <= 1) return isWhole(one) || isWhole(other) ? 'within2' : 'otherDecimals';
  if (gap <= 0.05) return 'within5';
  return gap <= 0.1 ? 'within10' : 'beyond';
}

function compareCounts(one: number, other: number): LevelOf<'rooms'> {
  const gap = Math.abs(one - other);
  return gap === 0 ? 'same' : gap <= 1 ? 'one' : 'more';
}

/**
 * Adverts of figures only at one source come from one form: who knows the floor fills it in. Of 19,000 pairs of one
 * dwelling in Barcelona one in a hundred states it on one side only, and one in eight of other pairs.
 */
const compareSilence = (one: unknown, other: unknown): 'unstated' | undefined =>
  (one === undefined) !== (other === undefined) ? 'unstated' : undefined;

/** Charges and taxes rise from year to year, and not every office has the latest bill. */
const MAX_OLDER_BILL_GAP = 0.12;

function compareCosts(one: number, other: number): LevelOf<'charges'> {
  const level = compareAmounts(one, other);
  return level === 'other' && relativeGap(one, other) <= MAX_OLDER_BILL_GAP ? 'older' : level;
}

function compareAmounts(one: number, other: number): LevelOf<'land'> {
  const gap = relativeGap(one, other);
  return gap < 0.002 ? 'same' : gap <= 0.05 ? 'near' : 'other';
}

function setLocationLevels(levels: Levels, one: ListingFeature, other: ListingFeature): void {
  if (one.zone !== undefined && other.zone !== undefined) {
    const near = one.department === other.department ? 'sameDepartment' : 'elsewhere';
    levels.place = one.zone === other.zone ? 'sameZone' : near;
  }
  const street = equality(one.street, other.street);
  levels.street = street;
  if (street === 'same') levels.number = equality(one.number, other.number);
  else if (street === undefined) levels.neighbourhood = compareNeighbourhoods(one, other);
}

/** With another town in the field the same quarter still speaks for one home, and another quarter says nothing. */
function compareNeighbourhoods(
  one: ListingFeature,
  other: ListingFeature,
): LevelOf<'neighbourhood'> | undefined {
  const level = equality(one.neighbourhood, other.neighbourhood);
  if (one.zone === other.zone) return level;
  return level === 'same' && one.department === other.department ? level : undefined;
}

const METRES_PER_DEGREE = 111_320;
/** Of 19,000 pairs of adverts of one dwelling in Barcelona, whose points are masked, six in a thousand lie further apart. */
const MASKED_POINT_METRES = 115;

/** Portals mask points by some hundred metres: a short distance is weak evidence for, a long one strong evidence against. */
function comparePoints(one: ListingFeature, other: ListingFeature): LevelOf<'point'> | undefined {
  if (one.point === undefined || other.point === undefined) return undefined;
  const east = (one.point[0] - other.point[0]) * Math.cos((one.point[1] * Math.PI) / 180);
  const metres = Math.hypot(east, one.point[1] - other.point[1]) * METRES_PER_DEGREE;
  if (metres <= 40) return 'spot';
  if (metres <= MASKED_POINT_METRES) return 'close';
  if (metres <= 400) return 'near';
  if (metres <= 1_200) return 'walk';
  return metres <= 3_500 ? 'away' : 'far';
}

function setEnergyLevels(levels: Levels, one: ListingFeature, other: ListingFeature): void {
  const certificate = equality(one.certificate, other.certificate);
  levels.certificate = certificate;
  if (certificate === 'same') return;
  const [kwh, co2] = [both(one.kwh, other.kwh, sameFigure), both(one.co2, other.co2, sameFigure)];
  if (kwh !== undefined) {
    levels.energy = kwh && co2 !== false ? 'same' : kwh || co2 === true ? 'one' : 'other';
    return;
  }
  if (one.letter === undefined || other.letter === undefined) return;
  const gap = Math.abs(one.letter.charCodeAt(0) - other.letter.charCodeAt(0));
  levels.letter = gap === 0 ? 'same' : gap === 1 ? 'next' : 'other';
}

/** Some write 181.6, some 182. */
const sameFigure = (one: number, other: number): boolean => Math.abs(one - other) < 1;

const MANY_PHOTOS = 3;
/** So many of one advertiser may be its team and its window. */
const OFFICE_PHOTOS = 3;

/** Of one advertiser only `most` counts: its logo, team and shop window are under every home it sells. */
function comparePhotos(one: ListingFeature, other: ListingFeature): LevelOf<'photos'> | undefined {
  const [fewer, more] =
    one.photos.length <= other.photos.length ? [one.photos, other.photos] : [other.photos, one.photos];
  const count = fewer.length / 2;
  if (count === 0) return undefined;
  const shared = countSharedPhotos(fewer, more);
  const ofOne = sameAdvertiser(one, other);
  if (isMost(shared, count, ofOne)) return 'most';
  if (shared === 0) return count > MANY_PHOTOS ? 'none' : undefined;
  if (ofOne) return undefined;
  return shared >= 2 && shared * 4 >= count ? 'several' : 'one';
}

/**
 * Two pictures may be the front of a building and its stairs, and an office shows its team and window under all homes: few count only when
 * they are all, and those of one advertiser when they are two thirds and more than an office shows of itself.
 */
function isMost(shared: number, count: number, ofOne: boolean): boolean {
  if (shared < 2) return false;
  if (ofOne) return shared > OFFICE_PHOTOS && shared * 3 >= count * 2;
  return shared === 2 ? count === 2 : shared * 2 >= count;
}

export const sameAdvertiser = (one: ListingFeature, other: ListingFeature): boolean =>
  (one.agency !== undefined && one.agency === other.agency) ||
  (one.phone !== undefined && one.phone === other.phone);

/** Branches of one brand share a name, not a phone: then another reference is no evidence. */
const maybeBranches = (one: ListingFeature, other: ListingFeature): boolean =>
  one.phone !== undefined && other.phone !== undefined && one.phone !== other.phone;

const MIN_SHINGLES = 6;

function setAdvertiserLevels(levels: Levels, one: ListingFeature, other: ListingFeature): void {
  const same = sameAdvertiser(one, other);
  const own = same && !maybeBranches(one, other);
  if (one.shingles.length >= MIN_SHINGLES && other.shingles.length >= MIN_SHINGLES)
    levels[own ? 'ownText' : 'otherText'] = textLevel(jaccardSimilarity(one.shingles, other.shingles));
  if (!own) levels.words = compareWords(one.words, other.words);
  const reference = same ? equality(one.reference, other.reference) : undefined;
  if (reference === 'same') levels.reference = 'same';
  if (!same || maybeBranches(one, other)) return;
  // Without a phone of each, offices of one name are not distinguished.
  levels.reference = reference === 'other' && one.phone !== other.phone ? 'unsure' : reference;
  if (one.source === other.source) levels.bothLive = overlap(one, other) ? 'together' : 'apart';
}

function textLevel(alike: number): LevelOf<'ownText'> {
  if (alike > 0.75) return 'copy';
  if (alike > 0.5) return 'alike';
  if (alike > 0.25) return 'akin';
  return alike > 0.12 ? 'touching' : 'other';
}

/** A re-post overlaps its predecessor by some days; an agency rarely shows one home twice for longer. */
const REPOST_OVERLAP_MS = 7 * DAY_MS;

function overlap(one: ListingFeature, other: ListingFeature): boolean {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  return (first.to ?? Number.POSITIVE_INFINITY) - second.from > REPOST_OVERLAP_MS;
}

const MANY_FLAGS = 5;
/** Most boxes are empty, and most homes share an empty one: a ticked box that both tick says more. */
const TELLING_FLAGS = { all: 5, mostly: 4 };

const FACING = 'facing';

/**
 * Of pairs in Barcelona that agree in size, floor and building, one in thirteen of one dwelling and half of the others
 * state another orientation, or one of the two none.
 */
function compareFacing({ facing: one }: Flags, { facing: other }: Flags): LevelOf<'facing'> | undefined {
  if (one === undefined || other === undefined) return compareSilence(one, other);
  return one === other ? 'same' : 'other';
}

/** Without the orientation where it has a comparison of its own. */
function compareFlags(one: Flags, other: Flags, ofOneForm: boolean): LevelOf<'flags'> | undefined {
  let [agree, disagree, telling] = [0, 0, 0];
  for (const name in one) {
    const answer = other[name];
    if (answer === undefined || (ofOneForm && name === FACING)) continue;
    if (answer !== one[name]) disagree += 1;
    else agree += 1;
    if (answer === one[name] && answer !== false && answer !== 0) telling += 1;
  }
  if (agree + disagree === 0) return undefined;
  if (disagree === 0) return telling >= TELLING_FLAGS.all ? 'telling' : agree >= MANY_FLAGS ? 'all' : 'agree';
  if (disagree === 1 && telling >= TELLING_FLAGS.mostly) return 'mostly';
  return disagree === 1 ? 'one' : disagree === 2 ? 'two' : 'more';
}
