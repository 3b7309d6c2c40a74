import { lowerBound } from '../lib/lower-bound.ts';
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

/**
 * Names are looked up in the tables of autocomplete. Each other table is made at its first use: all of them, with one of the
 * names, took 0.2 s of CPU after every start, and most processes are never sent a sentence.
 */
export function createPlaceNames(tables: NameTables, byId: ReadonlyMap<string, Division>): PlaceNames {
  const towns = atFirstUse(() => groupTowns(tables));
  const subregions = atFirstUse(() => listSubregions(tables));
  const districts = atFirstUse(() => listDistricts(tables));
  const postalCodes = atFirstUse(() => new Set(tables.divisions.flatMap((division) => division.postalCodes)));
  const codes = atFirstUse(() => countCodes(tables));
  return {
    named: (key) => findNamed(tables, key),
    townsStarting: (letter) => towns().get(letter) ?? [],
    subregion: (code) => subregions().get(code.toUpperCase()),
    hasPostalCode: (code) => postalCodes().has(code),
    district: (city, number) => districts().get(`${city.id} ${number}`),
    isInside(division, ancestorId) {
      for (let at: Division | undefined = division; at !== undefined; at = byId.get(at.parentId ?? ''))
        if (at.parentId === ancestorId || at.groupIds.includes(ancestorId)) return true;
      return false;
    },
    countOfCode: (code) => codes().get(code) ?? 0,
  };
}

function atFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Former names belong to parts of the division: to read one as the whole would widen what was meant. The names of the rarest
 * word are compared with all words.
 */
function findNamed(tables: NameTables, key: string): Division[] {
  const words = key.split(' ').map((word) => findWord(tables, word));
  const rarest = words.reduce((one, other) =>
    countNames(tables, other) < countNames(tables, one) ? other : one,
  );
  if (rarest === NO_WORD) return [];
  const found = new Set<number>();
  for (const name of tables.names.subarray(tables.namesFrom[rarest], tables.namesFrom[rarest + 1]))
    if (tables.isFormer[name] === 0 && hasWords(tables, name, words)) found.add(tables.divisionOf[name] ?? 0);
  const inOrder = [...found].sort((one, other) => one - other);
  return sortDivisions(inOrder.map((number) => tables.divisions[number] as Division));
}

/** In no name. */
const NO_WORD = -1;

function findWord({ vocabularyWords }: NameTables, word: string): number {
  const at = lowerBound(vocabularyWords, word);
  return vocabularyWords[at] === word ? at : NO_WORD;
}

const countNames = ({ namesFrom }: NameTables, word: number): number =>
  word === NO_WORD ? 0 : (namesFrom[word + 1] ?? 0) - (namesFrom[word] ?? 0);

function hasWords({ wordsFrom, words }: NameTables, name: number, wanted: readonly number[]): boolean {
  const from = wordsFrom[name] ?? 0;
  if ((wordsFrom[name + 1] ?? 0) - from !== wanted.length) return false;
  return wanted.every((word, at) => words[from + at] === word);
}

/** By the first letters of their names, the most important first. */
function groupTowns(tables: NameTables): Map<string, TownName[]> {
  const towns = tables.divisions.flatMap((division, number) =>
    (division.population ?? 0) < MIN_TOWN_POPULATION
      ? []
      : [{ key: wordsOfName(tables, tables.ownName[number] ?? 0).join(' '), division }],
  );
  return Map.groupBy(
    sortByImportance(towns, ({ division }) => division),
    ({ key }) => key.charAt(0),
  );
}

const listSubregions = (tables: NameTables): Map<string, Division> =>
  new Map(
    sortDivisions(tables.divisions.filter(({ type }) => type === 'ADMINISTRATIVE_SUBREGION')).map(
      (division) => [division.uniqueCode, division],
    ),
  );

/** By their city and the number in their names. */
const listDistricts = (tables: NameTables): Map<string, Division> =>
  new Map(
    sortDivisions(tables.divisions.filter(({ type }) => type === 'MUNICIPAL_DISTRICT')).flatMap(
      (division) => {
        const number = /\d+/.exec(placeKey(division.name));
        return number === null ? [] : [[`${division.parentId} ${Number(number[0])}`, division] as const];
      },
    ),
  );

function countCodes({ divisions }: NameTables): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { uniqueCode } of divisions) counts.set(uniqueCode, (counts.get(uniqueCode) ?? 0) + 1);
  return counts;
}

const importanceOf = ({ type, population }: Division): number =>
  DECADE * Math.log10((population ?? 0) + 10) - TYPE_COSTS[type];

/** Equal ones stay in their order. */
const sortByImportance = <Place>(places: readonly Place[], divisionOf: (place: Place) => Division): Place[] =>
  places
    .map((place) => ({ place, importance: importanceOf(divisionOf(place)) }))
    .sort((one, other) => other.importance - one.importance)
    .map(({ place }) => place);

const sortDivisions = (divisions: readonly Division[]): Division[] =>
  sortByImportance(divisions, (division) => division);
