import { LruCache } from '../../lib/lru-cache.ts';
import { expansionsOf, isEmptyWord, isWeak } from '../abbreviations.ts';
import { nameWords } from '../autocomplete/words.ts';

const MAX_SPELLINGS = 12;

/**
 * The readings of a stated name, each as words joined by a space: literally, with expanded abbreviations, without
 * filler words, and without the number of a district.
 */
export function listSpellings(name: string): readonly string[] {
  let read = spellingCache.get(name);
  if (read === undefined) {
    read = computeSpellings(name);
    spellingCache.set(name, read);
  }
  return read;
}

/** Listings repeat the same towns and quarters. */
const spellingCache = new LruCache<readonly string[]>(4_096);

function computeSpellings(name: string): string[] {
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
