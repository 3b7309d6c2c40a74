import { districtNumber } from '../abbreviations.ts';
import type { Division, DivisionType, Position } from '../division.ts';
import { kmBetween } from './centres.ts';
import { listSpellings } from './gazetteer.ts';
import type { LocateContext } from './locate-context.ts';
import { nameSimilarity } from './similarity.ts';

export interface Parts {
  readonly district?: Division;
  readonly neighborhood?: Division;
  readonly subNeighborhood?: Division;
}

/** The district and neighbourhoods of a city that the hints indicate. */
export function findCityParts(city: Division, context: LocateContext): Parts {
  const below = context.gazetteer.partsOf(city);
  const district = findDistrict(ofType(below, 'MUNICIPAL_DISTRICT'), context);
  const around = district === undefined ? below : [...below, ...context.gazetteer.partsOf(district)];
  const neighborhood = findNamedOrContaining(ofType(around, 'NEIGHBORHOOD'), context);
  const inner = neighborhood === undefined ? around : context.gazetteer.partsOf(neighborhood);
  const subNeighborhood = findNamedOrContaining(ofType(inner, 'SUB_NEIGHBORHOOD'), context);
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

/** By code, contour, number and postal code together; the nearest centre decides only without any of these. */
function findDistrict(
  districts: readonly Division[],
  { hint, contourHit, gazetteer }: LocateContext,
): Division | undefined {
  if (districts.length === 0) return undefined;
  const coded = hint.code === undefined ? undefined : gazetteer.byCode(hint.code)?.id;
  const numbers = numbersIn(hint.names);
  const nearest = nearestTo(districts, hint.point);
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

const districtNumberCache = new WeakMap<Division, readonly string[]>();

/** Memoised per district. */
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

function nearestTo(districts: readonly Division[], point: Position | undefined): Division | undefined {
  if (point === undefined) return undefined;
  const km = ({ centroid }: Division): number =>
    centroid === null ? Number.POSITIVE_INFINITY : kmBetween(point, centroid);
  const nearest = districts.reduce((best, district) => (km(district) < km(best) ? district : best));
  return km(nearest) <= MAX_DISTANCE_KM ? nearest : undefined;
}

const MAX_DISTANCE_KM = 8;
const MIN_NAME_SIMILARITY = 0.85;

/** By the stated name; by the contour where no name is stated or none matches. */
function findNamedOrContaining(
  parts: readonly Division[],
  { hint, contourHit, gazetteer }: LocateContext,
): Division | undefined {
  if (parts.length === 0) return undefined;
  const stated = hint.neighborhoods.flatMap(listSpellings);
  let best: { part: Division; similarity: number } | undefined;
  for (const part of stated.length === 0 ? [] : parts) {
    const similarity = Math.max(
      ...gazetteer
        .spellingsOf(part)
        .flatMap((name) => stated.map((spelling) => nameSimilarity(spelling, name))),
    );
    if (similarity >= MIN_NAME_SIMILARITY && similarity > (best?.similarity ?? 0))
      best = { part, similarity };
  }
  return best?.part ?? parts.find(({ id }) => contourHit.containingIds.includes(id));
}
