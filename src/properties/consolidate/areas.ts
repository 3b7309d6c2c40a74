import { cacheByText, foldText } from '../../lib/text.ts';
import type { Claims } from '../listing-state.ts';
import {
  type ClaimsBlock,
  type ConsolidatedValue,
  type StatedValue,
  squareMetresPerUnit,
} from './stated-value.ts';

/** The areas a buyer compares, in order of preference. */
const comparedBy = [
  (area: ClaimsBlock) => [
    (area['indoor'] as ClaimsBlock | undefined)?.['living'],
    (area['indoor'] as ClaimsBlock | undefined)?.['unit'],
  ],
  (area: ClaimsBlock) => [
    (area['indoor'] as ClaimsBlock | undefined)?.['total'],
    (area['indoor'] as ClaimsBlock | undefined)?.['unit'],
  ],
  (area: ClaimsBlock) => [area['displayed'], area['unit']],
];

interface AreaFigure {
  value: number;
  measure: unknown;
  metres: number;
}

type AreaBlock = Pick<StatedValue, 'value'>;

function readFigure({ value }: AreaBlock, read: (typeof comparedBy)[number]): AreaFigure | undefined {
  const [figure, unit] = read(value as ClaimsBlock);
  if (typeof figure !== 'number') return undefined;
  const measure = unit ?? (value as ClaimsBlock)['unit'];
  return { value: figure, measure, metres: figure * squareMetresPerUnit(measure) };
}

/** Displayed area: the largest living area, else the largest total area, else the largest displayed one, without misprints. */
export function largestLivingArea(areas: readonly AreaBlock[]): ConsolidatedValue | undefined {
  const usual = typicalSize(
    areas.flatMap((area) => firstDefined(comparedBy.map((read) => readFigure(area, read)?.metres)) ?? []),
  );
  for (const read of comparedBy) {
    const figures = areas.flatMap((area) => readFigure(area, read) ?? []);
    const sound = figures.filter(({ metres }) => !isMisprintBeside(metres, usual));
    const largest = pickLargestAgreeing(sound, ({ metres }) => metres);
    if (largest !== undefined) return { value: largest.value, measure: largest.measure };
  }
  return undefined;
}

const firstDefined = <Value>(values: readonly (Value | undefined)[]): Value | undefined =>
  values.find((value) => value !== undefined);

/** An area this many times off its siblings is a misprint. */
const MISPRINT_RATIO = 3;
/** Areas by different laws of measurement differ by less. */
const AGREEING_SHARE = 0.25;

const isMisprintBeside = (metres: number, usual: number | undefined): boolean =>
  usual !== undefined && (metres > usual * MISPRINT_RATIO || metres * MISPRINT_RATIO < usual);

/** The median; of an even number the smaller middle, as a lost decimal point makes areas too large. */
function typicalSize(sizes: readonly number[]): number | undefined {
  const sorted = sizes.filter((size) => size > 0).toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** The first of the largest; of three and more, among those within a quarter of their median. */
export function pickLargestAgreeing<One>(
  stated: readonly One[],
  sizeOf: (one: One) => number,
): One | undefined {
  const usual = typicalSize(stated.map(sizeOf));
  const isAgreeing = (one: One): boolean => {
    const size = sizeOf(one);
    if (stated.length < 3 || usual === undefined) return !isMisprintBeside(size, usual);
    return Math.abs(size / usual - 1) <= AGREEING_SHARE;
  };
  let largest: One | undefined;
  for (const one of stated)
    if (isAgreeing(one) && (largest === undefined || sizeOf(one) > sizeOf(largest))) largest = one;
  return largest;
}

/** Square metres a room beyond which no flat or house lies: ten times the smallest usual room, a tenth of the largest. */
const ROOM_SQUARE_METRES = { min: 3, max: 150 };

/** Whether the rooms of a listing contradict its displayed area by far: then a decimal point is missing or misplaced. */
export function contradictsRooms({ area, unit, propertyType }: Claims): boolean {
  const rooms = unit?.rooms ?? (unit?.bedrooms === undefined ? undefined : unit.bedrooms + 1);
  if (rooms === undefined || rooms < 1 || (propertyType !== 'FLAT' && propertyType !== 'HOUSE')) return false;
  const metres = (area?.displayed ?? 0) * squareMetresPerUnit(area?.unit);
  return metres > rooms * ROOM_SQUARE_METRES.max || (metres > 0 && metres < rooms * ROOM_SQUARE_METRES.min);
}

const STATED_AREA = /(\d{1,4}(?:[.,]\d{1,2})?) ?(?:m2|m²|metres carres|sqm)(?![a-z0-9])/g;
/** A missing or misplaced decimal comma. */
const TYPO_RATIOS = [10, 100];
const ROUNDING = 0.06;

/** Each recording of a property reads the texts of all its listings. `matchAll` would copy the pattern for each. */
const readAreas = cacheByText((text): readonly number[] => {
  const [folded, found]: [string, number[]] = [foldText(text), []];
  STATED_AREA.lastIndex = 0;
  for (let match = STATED_AREA.exec(folded); match !== null; match = STATED_AREA.exec(folded))
    found.push(Number(match[1]?.replace(',', '.')));
  return found;
});

type DescribedArea = Pick<Claims, 'area' | 'body'>;

/** Each recording of a property asks for all its listings several times, and their claims do not change. */
const doubtful = new WeakMap<DescribedArea, boolean>();

/**
 * Whether the description states an area a tenth or ten times as large, and none like the stated one: then the
 * area is the misprint, not the price.
 */
export function isAreaDoubtful(claims: DescribedArea): boolean {
  let known = doubtful.get(claims);
  if (known === undefined) {
    known = readsOtherArea(claims);
    doubtful.set(claims, known);
  }
  return known;
}

function readsOtherArea({ area, body }: DescribedArea): boolean {
  const stated = (area?.displayed ?? 0) * squareMetresPerUnit(area?.unit);
  if (stated <= 0) return false;
  const described = [...readAreas(body?.title ?? ''), ...readAreas(body?.description ?? '')];
  const isLike = (one: number, other: number): boolean => Math.abs(one / other - 1) <= ROUNDING;
  if (described.some((metres) => isLike(metres, stated))) return false;
  return described.some((metres) =>
    TYPO_RATIOS.some((factor) => isLike(metres * factor, stated) || isLike(metres / factor, stated)),
  );
}
