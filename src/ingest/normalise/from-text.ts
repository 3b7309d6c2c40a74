import type { Claims } from '../../properties/listing-state.ts';
import type { FactPath, TextFact } from '../text-facts/fact.ts';
import {
  getAtPath,
  isMutableJsonObject,
  type MutableJsonObject,
  setAtPath,
  splitClaimPath,
} from './json-path.ts';

/** Facts below one of these belong together: one that disagrees with what is stated discredits the others. */
const BLOCKS: readonly string[] = [
  ...['unit.diagnostic', 'unit.parking', 'pricing.sale.fees.agency', 'pricing.rental.rent'],
];

/** Two figures of one home differ by rounding and by what is measured, not by more. */
const MAX_AREA_SPREAD = 0.15;
/** No agency asks more of the price. */
const MAX_FEE_SHARE = 0.2;

export interface TextFill {
  /** The places that the text filled, each with its confidence. */
  readonly readFromText: Partial<Record<FactPath, number>>;
  readonly lot: string | undefined;
}

/** Puts what the text says where the source states nothing; `claims` is changed. What does not fit the stated is left out. */
export function fillFromText(claims: MutableJsonObject, facts: readonly TextFact[]): TextFill {
  const read = facts
    .filter(({ path }) => path !== 'lot')
    .map((fact) => ({ ...fact, steps: splitClaimPath(fact.path) }));
  const discredited = BLOCKS.filter((block) =>
    read.some(
      ({ path, steps, value }) => path.startsWith(`${block}.`) && disagrees(getAtPath(claims, steps), value),
    ),
  );
  const taken = read.filter(
    ({ path, steps, value }) =>
      getAtPath(claims, steps) === undefined &&
      !discredited.some((block) => path.startsWith(`${block}.`)) &&
      fits(claims, path, value),
  );
  const lot = facts.find(({ path }) => path === 'lot');
  for (const { steps, value } of taken) setAtPath(claims, steps, value);
  const filled = lot === undefined ? taken : [...taken, lot];
  return {
    readFromText: Object.fromEntries(filled.map(({ path, confidence }) => [path, confidence])),
    lot: lot?.value as string | undefined,
  };
}

function disagrees(stated: unknown, read: unknown): boolean {
  if (stated === undefined || isMutableJsonObject(stated) || Array.isArray(stated)) return false;
  return typeof stated === 'number' && typeof read === 'number'
    ? Math.abs(stated - read) > Math.abs(stated) * 0.01 + 0.5
    : stated !== read;
}

/** Whether what the text says can be true beside what the source states. */
function fits(stated: Claims & MutableJsonObject, path: FactPath, value: unknown): boolean {
  const { unit, building, pricing, area } = stated;
  const figure = Number(value);
  switch (path) {
    case 'unit.rooms':
      return unit?.bedrooms === undefined || unit.bedrooms <= figure;
    case 'unit.bedrooms':
      return unit?.rooms === undefined || figure <= unit.rooms;
    case 'unit.floor':
      return building?.floors === undefined || figure <= building.floors;
    case 'unit.groundFloor':
      return unit?.floor === undefined || (unit.floor === 0) === value;
    case 'building.floors':
      return unit?.floor === undefined || unit.floor <= figure;
    case 'area.displayed':
    case 'area.indoor.living':
      return homeAreas(area).every((known) => isNear(known, figure));
    case 'area.indoor.legal':
      return homeAreas(area).every((known) => isNear(known, (value as { value: number }).value));
    case 'pricing.sale.netPrice':
      return pricing?.displayed === undefined || isPart(pricing.displayed - figure, pricing.displayed);
    case 'pricing.sale.fees.agency.amount':
      return pricing?.displayed !== undefined && isPart(figure, pricing.displayed);
    case 'pricing.rental.rent.amount':
      return pricing?.displayed === undefined;
    default:
      return true;
  }
}

const homeAreas = (area: Claims['area']): number[] =>
  [area?.displayed, area?.indoor?.living, area?.indoor?.total].filter((known) => known !== undefined);

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= MAX_AREA_SPREAD * Math.max(one, other);

const isPart = (part: number, whole: number): boolean => part >= 0 && part <= whole * MAX_FEE_SHARE;
