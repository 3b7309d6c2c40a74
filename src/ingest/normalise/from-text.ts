import { isObject } from '../../lib/is-object.ts';
import { foldNewText } from '../../lib/text.ts';
import type { Claims } from '../../properties/listing-state.ts';
import type { FactPath, TextFact } from '../text-facts/fact.ts';
import { getAtPath, type MutableJsonObject, setAtPath, splitClaimPath } from './map-claims.ts';

/** Facts of one group belong together: one that contradicts a stated value discredits the others. */
const FACT_GROUPS: readonly string[] = [
  ...['unit.diagnostic', 'unit.parking', 'pricing.sale.fees.agency', 'pricing.rental.rent'],
];

/** Areas of one home differ by rounding and by the way of measuring, not by more. */
const MAX_AREA_SPREAD = 0.15;
/** No agency fee is a larger share of the price. */
const MAX_FEE_SHARE = 0.2;

export interface TextFill {
  /** The claim paths filled from the text, with their confidence. */
  readonly readFromText: Partial<Record<FactPath, number>>;
  readonly lot: string | undefined;
}

/**
 * Fills claims that the source does not state with facts of the text; mutates `claims`. Facts that contradict it
 * are ignored.
 */
export function fillFromText(claims: MutableJsonObject, facts: readonly TextFact[]): TextFill {
  const read = facts
    .filter(({ path }) => path !== 'lot')
    .map((fact) => ({ ...fact, steps: splitClaimPath(fact.path) }));
  const discredited = FACT_GROUPS.filter((block) =>
    read.some(
      ({ path, steps, value }) => path.startsWith(`${block}.`) && disagrees(getAtPath(claims, steps), value),
    ),
  );
  const used = read.filter(
    ({ path, steps, value }) =>
      getAtPath(claims, steps) === undefined &&
      !discredited.some((block) => path.startsWith(`${block}.`)) &&
      fits(claims, path, value),
  );
  const lot = facts.find(({ path }) => path === 'lot');
  for (const { steps, value } of used) setAtPath(claims, steps, value);
  const filled = lot === undefined ? used : [...used, lot];
  return {
    readFromText: Object.fromEntries(filled.map(({ path, confidence }) => [path, confidence])),
    lot: lot?.value as string | undefined,
  };
}

function disagrees(stated: unknown, read: unknown): boolean {
  if (stated === undefined || isObject(stated) || Array.isArray(stated)) return false;
  return typeof stated === 'number' && typeof read === 'number'
    ? Math.abs(stated - read) > Math.abs(stated) * 0.01 + 0.5
    : stated !== read;
}

/** Whether a fact is consistent with the stated claims. */
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

/** Countries with adverts in French; undefined when the country is unknown. */
const FRENCH_COUNTRIES: ReadonlySet<string | undefined> = new Set([
  ...['FR', 'MC', 'BE', 'CH', 'LU', 'AD', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF'],
  undefined,
]);

const FRENCH: readonly string[] = [
  ...['de', 'du', 'des', 'avec', 'et', 'dans', 'au', 'aux', 'une', 'pour', 'sur', 'appartement', 'maison'],
  ...['pieces', 'chambre', 'chambres', 'vente', 'louer'],
];
const OTHER: readonly string[] = [
  ...['the', 'and', 'with', 'of', 'in', 'for', 'to', 'bedroom', 'bedrooms'],
  ...['y', 'con', 'los', 'las', 'el', 'una', 'habitaciones', 'piso'],
  ...['und', 'mit', 'der', 'die', 'das', 'ein', 'zimmer', 'wohnung'],
  ...['van', 'het', 'een', 'met', 'slaapkamer', 'slaapkamers'],
];
const SAMPLE_CHARS = 600;
const [FIRST_LETTER, LAST_LETTER] = [0x61, 0x7a];

const START = 0x811c9dc5;
/** FNV-1a, letter by letter. */
const addLetter = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const hashWord = (word: string): number =>
  [...word].reduce((hash, letter) => addLetter(hash, letter.charCodeAt(0)), START);

/** What a word says of the language, by its hash: a text of each of a hundred words took three times as long. */
const weights: ReadonlyMap<number, number> = new Map([
  ...FRENCH.map((word) => [hashWord(word), 1] as const),
  ...OTHER.map((word) => [hashWord(word), -1] as const),
]);

/** Whether the text of a listing is in French: it has at least as many French function words as others. */
export function isFrench(text: string, countryCode: string | undefined): boolean {
  if (!FRENCH_COUNTRIES.has(countryCode)) return false;
  const sample = foldNewText(text.slice(0, SAMPLE_CHARS));
  let balance = 0;
  let hash = START;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code >= FIRST_LETTER && code <= LAST_LETTER) hash = addLetter(hash, code);
    else if (hash !== START) {
      balance += weights.get(hash) ?? 0;
      hash = START;
    }
  }
  return balance + (weights.get(hash) ?? 0) >= 0;
}
