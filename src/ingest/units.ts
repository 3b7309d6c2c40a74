import { squareMetresIn } from '../catalogue/measures.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { parseNumber } from './numbers.ts';
import { normaliseWords, translateWord } from './translate.ts';

export interface Area {
  readonly value: number;
  readonly unit: Word<'areaUnit'>;
}

/** Square metres in units of land that our vocabulary does not have. */
const OTHER_UNITS: Readonly<Record<string, number>> = {
  a: 100,
  are: 100,
  ares: 100,
  area: 100,
  ca: 1,
  centiare: 1,
  centiares: 1,
  'square yards': 0.83612736,
  'sq yd': 0.83612736,
  ydk: 0.83612736,
  km2: 1_000_000,
  kmk: 1_000_000,
};

/** Converts an area to one of our units: 30 ares are 3,000 m². */
export function convertAreaUnit(value: number, unit: string): Area | undefined {
  const ours = translateWord('areaUnit', unit);
  if (ours !== undefined) return { value, unit: ours };
  const factor = OTHER_UNITS[normaliseWords(unit)];
  return factor === undefined ? undefined : { value: rounded(value * factor), unit: 'SQM' };
}

/** To the square centimetre, so that a figure survives a round trip. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const areaInSquareMetres = ({ value, unit }: Area): number => rounded(value * squareMetresIn[unit]);

const FIGURE_AND_UNIT = /(\d[\d.,\s]{0,30})\s*([a-z]{1,2}\^?[²2]|\p{L}[\p{L}. ]*)/giu;
const MAX_AREA_CHARS = 64;
/** "68 à 72 m²" is a range: "à", or "a" before square metres, is not the unit are. */
const RANGE = /\d\s*à\s*\d|\d\s*a\s*\d[\d.,\s]*m/i;

/** Parses an area with its unit: "1,5 ha", "62,4 m²", "1 ha 20 a 35 ca". Several units are summed in square metres. */
export function parseAreaText(text: string): Area | undefined {
  if (text.length > MAX_AREA_CHARS || RANGE.test(text)) return undefined;
  if (text.replaceAll(FIGURE_AND_UNIT, '').trim() !== '') return undefined;
  const areas = [...text.matchAll(FIGURE_AND_UNIT)].map(([, figure, unit]) => {
    const value = parseNumber(figure?.trim() ?? '');
    return value === undefined ? undefined : convertAreaUnit(value, unit ?? '');
  });
  const known = areas.filter((area) => area !== undefined);
  if (known.length === 0 || known.length < areas.length) return undefined;
  if (known.length === 1) return known[0];
  return { value: rounded(known.reduce((sum, area) => sum + areaInSquareMetres(area), 0)), unit: 'SQM' };
}
