import { districtNumber } from '../abbreviations.ts';
import type { Division, DivisionType } from '../division.ts';
import { kmBetween } from './centres.ts';
import type { LocateContext } from './evidence.ts';
import { nameSimilarity } from './similarity.ts';
import { listSpellings } from './spellings.ts';

export interface Parts {
  readonly district?: Division;
  readonly neighborhood?: Division;
  readonly subNeighborhood?: Division;
}

/** The parts of a city the listing lies in, as far as clues tell them. */
export function findCityParts(city: Division, given: LocateContext): Parts {
  const below = given.gazetteer.partsOf(city);
  const district = districtAmong(ofType(below, 'MUNICIPAL_DISTRICT'), given);
  const around = district === undefined ? below : [...below, ...given.gazetteer.partsOf(district)];
  const neighborhood = namedOrHolding(ofType(around, 'NEIGHBORHOOD'), given);
  const inner = neighborhood === undefined ? around : given.gazetteer.partsOf(neighborhood);
  const subNeighborhood = namedOrHolding(ofType(inner, 'SUB_NEIGHBORHOOD'), given);
  return {
    ...(district && { district }),
    ...(neighborhood && { neighborhood }),
    ...(subNeighborhood && { subNeighborhood }),
  };
}

const ofType = (divisions: readonly Division[], type: DivisionType): Division[] =>
  divisions.filter((division) => division.type === type);

const CODE = 5;
const CONTOUR = 4;
const NUMBER = 3;
const POSTAL_CODE = 3;
const OFFICE = 2;
const NEAREST = 1;

/** By code, contour, number and postal code together; the nearest centre decides only where nothing else speaks. */
function districtAmong(
  districts: readonly Division[],
  { hint, contourHit, gazetteer }: LocateContext,
): Division | undefined {
  if (districts.length === 0) return undefined;
  const coded = hint.code === undefined ? undefined : gazetteer.byCode(hint.code)?.id;
  const numbers = numbersIn(hint.names);
  const nearest = nearestTo(districts, given(hint.point));
  let best: { district: Division; weight: number } | undefined;
  for (const district of districts) {
    const weight =
      Number(district.id === coded) * CODE +
      Number(contourHit.containingIds.includes(district.id)) * CONTOUR +
      Number(numbers.some((number) => numbersOf(district).includes(number))) * NUMBER +
      Number(hint.office !== undefined && numbersOf(district).includes(hint.office)) * OFFICE +
      Number(hint.postalCode !== undefined && district.postalCodes.includes(hint.postalCode)) * POSTAL_CODE +
      Number(district === nearest) * NEAREST;
    if (weight > (best?.weight ?? 0)) best = { district, weight };
  }
  return best?.district;
}

const given = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

const districtNumberCache = new WeakMap<Division, readonly string[]>();

/** Of a district, made once. */
function numbersOf(district: Division): readonly string[] {
  let numbers = districtNumberCache.get(district);
  if (numbers === undefined) {
    numbers = numbersIn([district.name]);
    districtNumberCache.set(district, numbers);
  }
  return numbers;
}

/** 15 of "Paris 15e", "Paris XV" and "Paris quinzième". */
const numbersIn = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    listSpellings(name).flatMap((spelling) =>
      spelling
        .split(' ')
        .map((word, at) => (at === 0 ? word : (districtNumber(word) ?? word)))
        .filter((word) => /^\d{1,2}$/.test(word)),
    ),
  );

function nearestTo(
  districts: readonly Division[],
  [point]: readonly (readonly [number, number])[],
): Division | undefined {
  if (point === undefined) return undefined;
  const km = ({ centroid }: Division): number =>
    centroid === null ? Number.POSITIVE_INFINITY : kmBetween(point, centroid);
  const nearest = districts.reduce((best, district) => (km(district) < km(best) ? district : best));
  return km(nearest) <= MAX_DISTANCE_KM ? nearest : undefined;
}

const MAX_DISTANCE_KM = 8;
const MIN_NAME_SIMILARITY = 0.85;

/** A name is what people say; the contour knows better only where no name is told, or none that is there. */
function namedOrHolding(
  parts: readonly Division[],
  { hint, contourHit, gazetteer }: LocateContext,
): Division | undefined {
  if (parts.length === 0) return undefined;
  const told = hint.neighborhoods.flatMap(listSpellings);
  let best: { part: Division; alike: number } | undefined;
  for (const part of told.length === 0 ? [] : parts) {
    const alike = Math.max(
      ...gazetteer
        .spellingsOf(part)
        .flatMap((name) => told.map((spelling) => nameSimilarity(spelling, name))),
    );
    if (alike >= MIN_NAME_SIMILARITY && alike > (best?.alike ?? 0)) best = { part, alike };
  }
  return best?.part ?? parts.find(({ id }) => contourHit.containingIds.includes(id));
}
