import { foldText } from '../../lib/text.ts';
import { ordinalNumber } from '../abbreviations.ts';

/** Letters that are not accented forms of others, with their usual replacements. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

const foldLetters = (text: string): string =>
  foldText(text).replace(/[œæßøłđı]/g, (letter) => OTHER_LETTERS[letter] ?? letter);

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a name: lower case without accents; the number of a district as digits. */
export const nameWords = (name: string): string[] =>
  (foldLetters(name).match(WORD) ?? []).map((word) => ordinalNumber(word) ?? word);

/** A word as typed. */
export interface TypedWord {
  readonly text: string;
  /** Followed by a full stop: the word is abbreviated. */
  readonly abbreviated: boolean;
  /** Alone in brackets: "Marseille (13)". */
  readonly bracketed: boolean;
}

export const plainWord = (text: string): TypedWord => ({ text, abbreviated: false, bracketed: false });

/** Longer than any place name, in letters and words; the rest is ignored. */
const MAX_QUERY_CHARS = 120;
const MAX_QUERY_WORDS = 12;
const MAX_QUERY_WORD_CHARS = 30;

const TYPED_WORD =
  /(?<open>\([^\p{L}\p{N}]{0,20})?(?<word>[\p{L}\p{N}]+)(?<stop>\.?)(?<close>[^\p{L}\p{N}]{0,20}\))?/gu;

/** The words of a typed text. */
export function typedWords(query: string): TypedWord[] {
  const text = expandOrdinals(foldLetters(query.slice(0, MAX_QUERY_CHARS)));
  return [...text.matchAll(TYPED_WORD)].slice(0, MAX_QUERY_WORDS).map(({ groups = {} }) => ({
    text: (groups['word'] ?? '').slice(0, MAX_QUERY_WORD_CHARS),
    abbreviated: groups['stop'] === '.',
    bracketed: groups['open'] !== undefined && groups['close'] !== undefined,
  }));
}

/** "neuilly s/ seine", "fontenay s/s bois", "lyon 3 eme", "dix-septième", and numbers joined to a name. */
const expandOrdinals = (text: string): string =>
  text
    .replace(/\b(\d{1,2}) (e|er|eme)\b/g, '$1$2')
    .replace(/\bdix[- ](septieme|huitieme|neuvieme)\b/g, 'dix$1')
    .replace(/\bs\/s\b/g, ' sous ')
    .replace(/\bs\//g, ' sur ')
    .replace(/(\p{L})\/(?=\p{L})/gu, '$1 sur ')
    .replace(/(\d{5})(?=\p{L})/gu, '$1 ')
    // "paris16", "lyon3eme", "paris75016".
    .replace(/(?<!\p{L})(\p{L}{3,})(?=(?:\d{1,2}(?:e|er|eme|ieme)?|\d{5})(?![\p{L}\d]))/gu, '$1 ');
