import { setImmediate as breathe } from 'node:timers/promises';
import { DECADE, TYPE_COSTS } from './autocomplete/costs.ts';
import { type NameTables, wordsOfName } from './autocomplete/name-index.ts';
import { nameWords } from './autocomplete/words.ts';
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

/** Divisions that are read between two yields to the event loop. */
const YIELD_INTERVAL_ROWS = 4_000;

/** All of France takes 0.1 s of CPU, in steps between which the process serves requests. */
export async function createPlaceNames(
  tables: NameTables,
  byId: ReadonlyMap<string, Division>,
): Promise<PlaceNames> {
  const named = new Map<string, Division[]>();
  const towns = new Map<string, TownName[]>();
  const subregions = new Map<string, Division>();
  const districts = new Map<string, Division>();
  const postalCodes = new Set<string>();
  const codes = new Map<string, number>();
  const keys = keysByDivision(tables);
  for (const [rank, number] of sortByImportance(tables.divisions).entries()) {
    if (rank % YIELD_INTERVAL_ROWS === 0) await breathe();
    const division = tables.divisions[number] as Division;
    const [own = '', ...others] = keys[number] ?? [];
    for (const key of new Set([own, ...others])) append(named, key, division);
    if ((division.population ?? 0) >= MIN_TOWN_POPULATION) appendTown(towns, own, division);
    for (const code of division.postalCodes) postalCodes.add(code);
    codes.set(division.uniqueCode, (codes.get(division.uniqueCode) ?? 0) + 1);
    if (division.type === 'ADMINISTRATIVE_SUBREGION') subregions.set(division.uniqueCode, division);
    const district = division.type === 'MUNICIPAL_DISTRICT' ? /\d+/.exec(own) : null;
    if (district !== null) districts.set(`${division.parentId} ${Number(district[0])}`, division);
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

/**
 * The own name first, which is the most important. Former names belong to parts of the division: to read one as the whole
 * would widen what was meant.
 */
function keysByDivision(tables: NameTables): (string[] | undefined)[] {
  const keys: (string[] | undefined)[] = new Array(tables.divisions.length).fill(undefined);
  for (const [name, division] of tables.divisionOf.entries()) {
    if (tables.isFormer[name] === 1) continue;
    const key = wordsOfName(tables, name).join(' ');
    const known = keys[division];
    if (known === undefined) keys[division] = [key];
    else known.push(key);
  }
  return keys;
}

const importanceOf = ({ type, population }: Division): number =>
  DECADE * Math.log10((population ?? 0) + 10) - TYPE_COSTS[type];

/** Their numbers. */
function sortByImportance(divisions: readonly Division[]): number[] {
  const importance = Float64Array.from(divisions, importanceOf);
  return [...divisions.keys()].sort((one, other) => (importance[other] ?? 0) - (importance[one] ?? 0));
}

function appendTown(towns: Map<string, TownName[]>, key: string, division: Division): void {
  const list = towns.get(key.charAt(0));
  if (list === undefined) towns.set(key.charAt(0), [{ key, division }]);
  else list.push({ key, division });
}

function append(map: Map<string, Division[]>, key: string, division: Division): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [division]);
  else known.push(division);
}
