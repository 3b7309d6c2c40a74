import { LatelyUsed } from '../../lib/lately-used.ts';
import { isEmptyWord, isWeak, readingsOf } from '../abbreviations.ts';
import { nameWords } from '../autocomplete/words.ts';

const MAX_SPELLINGS = 12;

/**
 * The ways to read a written name, each as words joined by a blank: literally, written out, without words that say nothing, and
 * without the number of a district.
 */
export function spellings(name: string): readonly string[] {
  let read = lately.get(name);
  if (read === undefined) {
    read = spelt(name);
    lately.set(name, read);
  }
  return read;
}

/** Adverts name the same towns and quarters again and again. */
const lately = new LatelyUsed<readonly string[]>(4_096);

function spelt(name: string): string[] {
  const words = nameWords(signsAsWords(name));
  const telling = trimmed(words.filter((word) => !isEmptyWord(word)));
  const bare = telling.filter((word) => !/^\d{1,2}$/.test(word) && !isDistrictWord(word));
  return [...new Set([words, telling, bare].flatMap(writtenOut))].filter((spelling) => spelling !== '');
}

const isDistrictWord = (word: string): boolean =>
  word === 'arrondissement' || readingsOf(word).includes('arrondissement');

const signsAsWords = (name: string): string =>
  name
    .replace(/\bs\/s\b/gi, 'sous ')
    .replace(/\bs\//gi, 'sur ')
    .replace(/(?<=\p{L})\/(?=\p{L})/gu, ' sur ');

function writtenOut(words: readonly string[]): string[] {
  let readings: string[][] = [[]];
  for (const word of words) {
    const forms = [word, ...readingsOf(word)];
    readings = readings.flatMap((reading) => forms.map((form) => [...reading, form])).slice(0, MAX_SPELLINGS);
  }
  return readings.map((reading) => reading.join(' '));
}

/** "de Lyon" is Lyon; "Le Mans" stays. */
const trimmed = (words: readonly string[]): readonly string[] =>
  words.length > 1 && (words[0] === 'de' || words[0] === 'd') ? words.slice(1) : words;

/** A name without its small words: "saint remy provence". */
export const strongSpelling = (spelling: string): string =>
  spelling
    .split(' ')
    .filter((word) => !isWeak(word))
    .join(' ');
