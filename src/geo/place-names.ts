import { atFirstUse } from '../lib/at-first-use.ts';
import { lowerBound } from '../lib/lower-bound.ts';
import { DECADE, TYPE_COSTS } from './autocomplete/costs.ts';
import { type NameTables, wordsOfName } from './autocomplete/name-index.ts';
import { nameWords } from './autocomplete/words.ts';
import type { Division } from './division.ts';
import type { DivisionRegister } from './register.ts';

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
 * Names are looked up in the tables of autocomplete. Each other table is made at its first use, towns by their letter: all
 * of them, with one of the names, took 0.2 s of CPU after every start, and most processes are never sent a sentence.
 */
export function createPlaceNames(
  tables: NameTables,
  byId: ReadonlyMap<string, Division>,
  register: Pick<DivisionRegister, 'namesOf'>,
): PlaceNames {
  const towns = new Map<string, TownName[]>();
  const subregions = atFirstUse(() => listSubregions(tables));
  const districts = atFirstUse(() => listDistricts(tables));
  const postalCodes = atFirstUse(() => new Set(tables.divisions.flatMap((division) => division.postalCodes)));
  return {
    named: (key) => findNamed(tables, key),
    townsStarting(letter) {
      const found = towns.get(letter) ?? listTowns(tables, letter);
      if (found.length > 0) towns.set(letter, found);
      return found;
    },
    subregion: (code) => subregions().get(code.toUpperCase()),
    hasPostalCode: (code) => postalCodes().has(code),
    district: (city, number) => districts().get(`${city.id} ${number}`),
    isInside(division, ancestorId) {
      for (let at: Division | undefined = division; at !== undefined; at = byId.get(at.parentId ?? ''))
        if (at.parentId === ancestorId || at.groupIds.includes(ancestorId)) return true;
      return false;
    },
    countOfCode: (code) => register.namesOf({ code }).length,
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

/** The most important first. Words are sorted: the number of the first word of a name says how it begins. */
function listTowns(tables: NameTables, letter: string): TownName[] {
  if (letter === '') return [];
  const { divisions, ownName, vocabularyWords, words, wordsFrom } = tables;
  const first = lowerBound(vocabularyWords, letter);
  const end = lowerBound(vocabularyWords, `${letter}\u{ffff}`, first);
  const towns = divisions.flatMap((division, number) => {
    const name = ownName[number] ?? 0;
    const word = words[wordsFrom[name] ?? 0] ?? NO_WORD;
    const isMeant = word >= first && word < end && (division.population ?? 0) >= MIN_TOWN_POPULATION;
    return isMeant ? [{ key: wordsOfName(tables, name).join(' '), division }] : [];
  });
  return sortByImportance(towns, ({ division }) => division);
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
