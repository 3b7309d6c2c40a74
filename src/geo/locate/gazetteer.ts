import { LruCache } from '../../lib/lru-cache.ts';
import { expansionsOf, isEmptyWord, isWeak } from '../abbreviations.ts';
import type { Finder } from '../autocomplete/finder.ts';
import { nameWords } from '../autocomplete/words.ts';
import { commonNames } from '../common-names.ts';
import type { Division, DivisionType, Position } from '../division.ts';
import { Centres, type Neighbour } from './centres.ts';

/** The places of one country that a listing may be assigned to, in memory. */
export interface Gazetteer {
  /** A municipality or one of its districts, also by a former code of a merged municipality. */
  byCode(code: string): Division | undefined;
  /** Municipalities without their districts. */
  byPostalCode(postalCode: string): readonly Division[];
  /** Municipalities and districts with exactly this name or former name. */
  byName(spelling: string): readonly Division[];
  /** The same by a name with typos or a prefix, the most likely first. */
  byNameLike(name: string, count: number): readonly Division[];
  /** Every spelling of a division's names, its own first. */
  spellingsOf(division: Division): readonly string[];
  near(point: Position, count: number): readonly Neighbour[];
  /** The direct children: districts, neighbourhoods or parts of these. */
  partsOf(division: Division): readonly Division[];
  byId(id: string): Division | undefined;
}

const CITY_TYPES: ReadonlySet<DivisionType> = new Set(['MUNICIPALITY', 'MUNICIPAL_DISTRICT']);

/** `divisions` are those of one country; the finder may have others. */
export function createGazetteer(divisions: readonly Division[], finder: Pick<Finder, 'find'>): Gazetteer {
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const places = divisions.filter(({ type }) => CITY_TYPES.has(type));
  const municipalities = places.filter(({ type }) => type === 'MUNICIPALITY');
  const byCode = new Map(places.flatMap((place) => place.formerCodes.map((code) => [code, place])));
  for (const place of places) byCode.set(place.uniqueCode, place);
  const byPostalCode = groupByKeys(municipalities, ({ postalCodes }) => postalCodes);
  const byName = groupByKeys(places, computeSpellings);
  const parts = groupByKeys(divisions, ({ parentId }) => (parentId === null ? [] : [parentId]));
  const centres = new Centres(municipalities);
  return {
    byCode: (code) => byCode.get(code),
    byPostalCode: (postalCode) => byPostalCode.get(postalCode) ?? [],
    byName: (spelling) => byName.get(spelling) ?? [],
    byNameLike: (name, count) =>
      finder.find(name, { types: CITY_TYPES, from: 0, to: count }).divisions.filter(({ id }) => byId.has(id)),
    spellingsOf,
    near: (point, count) => centres.near(point, count),
    partsOf: ({ id }) => parts.get(id) ?? [],
    byId: (id) => byId.get(id),
  };
}

const spellingCache = new WeakMap<Division, readonly string[]>();

/** Memoised: a listing in Paris needs those of eighty quarters. */
function spellingsOf(division: Division): readonly string[] {
  let spellings = spellingCache.get(division);
  if (spellings === undefined) {
    spellings = computeSpellings(division);
    spellingCache.set(division, spellings);
  }
  return spellings;
}

function computeSpellings({ name, otherNames, formerNames, countryCode, uniqueCode }: Division): string[] {
  const usual = commonNames[countryCode]?.[uniqueCode] ?? [];
  return [
    ...new Set([name, ...otherNames, ...usual, ...formerNames].map((each) => nameWords(each).join(' '))),
  ];
}

function groupByKeys(
  divisions: Iterable<Division>,
  keysOf: (division: Division) => readonly string[],
): Map<string, Division[]> {
  const groups = new Map<string, Division[]>();
  for (const division of divisions) {
    for (const key of keysOf(division)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [division]);
      else group.push(division);
    }
  }
  return groups;
}

const MAX_SPELLINGS = 12;

/**
 * The readings of a stated name, each as words joined by a space: literally, with expanded abbreviations, without
 * filler words, and without the number of a district.
 */
export function listSpellings(name: string): readonly string[] {
  let read = statedSpellings.get(name);
  if (read === undefined) {
    read = computeStatedSpellings(name);
    statedSpellings.set(name, read);
  }
  return read;
}

/** Listings repeat the same towns and quarters. */
const statedSpellings = new LruCache<readonly string[]>(4_096);

function computeStatedSpellings(name: string): string[] {
  const words = nameWords(signsAsWords(name));
  const telling = dropLeadingArticle(words.filter((word) => !isEmptyWord(word)));
  const bare = telling.filter((word) => !/^\d{1,2}$/.test(word) && !isDistrictWord(word));
  return [...new Set([words, telling, bare].flatMap(expandWords))].filter((spelling) => spelling !== '');
}

const isDistrictWord = (word: string): boolean =>
  word === 'arrondissement' || expansionsOf(word).includes('arrondissement');

const signsAsWords = (name: string): string =>
  name
    .replace(/\bs\/s\b/gi, 'sous ')
    .replace(/\bs\//gi, 'sur ')
    .replace(/(?<=\p{L})\/(?=\p{L})/gu, ' sur ');

function expandWords(words: readonly string[]): string[] {
  let readings: string[][] = [[]];
  for (const word of words) {
    const forms = [word, ...expansionsOf(word)];
    readings = readings.flatMap((reading) => forms.map((form) => [...reading, form])).slice(0, MAX_SPELLINGS);
  }
  return readings.map((reading) => reading.join(' '));
}

/** "de Lyon" is Lyon; "Le Mans" is unchanged. */
const dropLeadingArticle = (words: readonly string[]): readonly string[] =>
  words.length > 1 && (words[0] === 'de' || words[0] === 'd') ? words.slice(1) : words;

/** A name without its weak words: "saint remy provence". */
export const strongSpelling = (spelling: string): string =>
  spelling
    .split(' ')
    .filter((word) => !isWeak(word))
    .join(' ');
