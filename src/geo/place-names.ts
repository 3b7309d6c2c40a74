import { DECADE, TYPE_COSTS } from './autocomplete/costs.ts';
import { nameWords } from './autocomplete/words.ts';
import { commonNames } from './common-names.ts';
import type { Division } from './division.ts';

/** Places by their whole names, for texts in which other words stand around them. */
export interface PlaceNames {
  /** The divisions of exactly this name, in the form of `placeKey`; the likeliest first, as autocomplete ranks them. */
  named(key: string): readonly Division[];
  /** Names of towns that begin with the same letter, for words with typos. */
  townsStarting(letter: string): readonly TownName[];
  subregion(code: string): Division | undefined;
  hasPostalCode(code: string): boolean;
  /** The numbered district of a city, such as the 3rd of Lyon; undefined where the city has none. */
  district(city: Division, number: number): Division | undefined;
  isInside(division: Division, ancestorId: string): boolean;
  /** How many divisions have this code: the codes of two countries may be the same. */
  countOfCode(code: string): number;
}

export interface TownName {
  readonly key: string;
  readonly division: Division;
}

/** Smaller places are not looked for behind a typo. */
const MIN_TOWN_POPULATION = 1_000;

/** The words of a name in one form: lower case without accents, ordinals as digits. */
export const placeKey = (name: string): string => nameWords(name).join(' ');

export function createPlaceNames(byId: ReadonlyMap<string, Division>): PlaceNames {
  const named = new Map<string, Division[]>();
  const towns = new Map<string, TownName[]>();
  const subregions = new Map<string, Division>();
  const districts = new Map<string, Division>();
  const postalCodes = new Set<string>();
  const codes = new Map<string, number>();
  for (const division of [...byId.values()].sort(compareImportance)) {
    for (const key of keysOf(division)) append(named, key, division);
    if ((division.population ?? 0) >= MIN_TOWN_POPULATION) appendTown(towns, division);
    for (const code of division.postalCodes) postalCodes.add(code);
    codes.set(division.uniqueCode, (codes.get(division.uniqueCode) ?? 0) + 1);
    if (division.type === 'ADMINISTRATIVE_SUBREGION') subregions.set(division.uniqueCode, division);
    const number = division.type === 'MUNICIPAL_DISTRICT' ? /\d+/.exec(placeKey(division.name)) : null;
    if (number !== null) districts.set(`${division.parentId} ${Number(number[0])}`, division);
  }
  return {
    named: (key) => named.get(key) ?? [],
    townsStarting: (letter) => towns.get(letter) ?? [],
    subregion: (code) => subregions.get(code.toUpperCase()),
    hasPostalCode: (code) => postalCodes.has(code),
    district: (city, number) => districts.get(`${city.id} ${number}`),
    isInside(division, ancestorId) {
      for (let at: Division | undefined = division; at !== undefined; at = byId.get(at.parentId ?? ''))
        if (at.parentId === ancestorId || at.groupIds.includes(ancestorId)) return true;
      return false;
    },
    countOfCode: (code) => codes.get(code) ?? 0,
  };
}

/** Former names belong to parts of the division: to read one as the whole would widen what was meant. */
const keysOf = ({ name, otherNames, countryCode, uniqueCode }: Division): Set<string> =>
  new Set([name, ...otherNames, ...(commonNames[countryCode]?.[uniqueCode] ?? [])].map(placeKey));

const importanceOf = ({ type, population }: Division): number =>
  DECADE * Math.log10((population ?? 0) + 10) - TYPE_COSTS[type];

const compareImportance = (one: Division, other: Division): number => importanceOf(other) - importanceOf(one);

function appendTown(towns: Map<string, TownName[]>, division: Division): void {
  const key = placeKey(division.name);
  const list = towns.get(key.charAt(0));
  if (list === undefined) towns.set(key.charAt(0), [{ key, division }]);
  else list.push({ key, division });
}

function append(map: Map<string, Division[]>, key: string, division: Division): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [division]);
  else known.push(division);
}
