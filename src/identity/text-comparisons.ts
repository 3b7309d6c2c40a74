import type { Comparison } from './levels.ts';

/** Which comparison a claim enters, by the beginning of its path. */
const COMPARISON_BY_PATH: readonly (readonly [path: string, name: Comparison])[] = [
  ['propertyType', 'type'],
  ['area.displayed', 'area'],
  ['area.indoor', 'area'],
  ['area.land', 'land'],
  ['unit.rooms', 'rooms'],
  ['unit.bedrooms', 'bedrooms'],
  ['unit.bathrooms', 'bathrooms'],
  ['unit.showerRooms', 'bathrooms'],
  ['unit.floor', 'floor'],
  ['unit.groundFloor', 'floor'],
  ['unit.diagnostic', 'energy'],
  ['unit.diagnostic', 'letter'],
  ['building.floors', 'floors'],
  ['building.constructionYear', 'year'],
  ['pricing.sale.fees.condominium', 'charges'],
  ['pricing.sale.fees.taxes', 'tax'],
];

/** The comparisons that rest on what a listing's text says and its source does not state: they count for less. */
export function comparisonsFromText(
  readFromText: Readonly<Record<string, number>> | undefined,
): Comparison[] {
  const paths = Object.keys(readFromText ?? {});
  const names = COMPARISON_BY_PATH.filter(([begin]) => paths.some((path) => path.startsWith(begin))).map(
    ([, name]) => name,
  );
  return [...new Set(names)];
}
