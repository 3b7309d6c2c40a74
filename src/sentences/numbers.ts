import { type FoldedText, matchAt } from './folded-text.ts';

/** A figure as written: "350 000", "1,2", "350k", "1.2M". */
export interface Figure {
  readonly value: number;
  readonly end: number;
  /** It was written with k, M or million. */
  readonly scale: number;
}

const FIGURE = /(\d{1,3}(?:[ .,']\d{3})+(?![\d])|\d+)(?:([.,])(\d{1,2})(?!\d))?/y;
/** The M of a million is a capital, or stands before the sign of the currency: "20 m" are metres. */
const SCALE = /\s?(?:(k)(?![a-z0-9])|(m)(?=\s?(?:€|eur))|(m)(?![a-z0-9'])|(millions?|mio)\b|(mille)\b)/y;

export function readFigure(sentence: FoldedText, at: number): Figure | undefined {
  const found = matchAt(FIGURE, sentence.text, at);
  if (found === null) return undefined;
  const [whole, digits = '', , decimals] = found;
  const end = at + whole.length;
  const scale = readScale(sentence, end);
  if (scale === undefined) return { value: toNumber(digits, decimals), end, scale: 1 };
  // "1,250 M€": before a million the comma is the decimal one.
  const single = scale.factor > 1_000 && /^\d{1,3}[.,]\d{3}$/.test(digits);
  const value = single ? Number(digits.replace(',', '.')) : toNumber(digits, decimals);
  return { value: round(value * scale.factor), end: scale.end, scale: scale.factor };
}

const toNumber = (digits: string, decimals: string | undefined): number =>
  Number(`${digits.replace(/[ .,']/g, '')}.${decimals ?? '0'}`);

const round = (value: number): number => Math.round(value * 100) / 100;

function readScale({ text, original, offsetAt }: FoldedText, at: number) {
  const found = matchAt(SCALE, text, at);
  if (found === null) return undefined;
  const end = at + found[0].length;
  const [, thousand, , loneM, , thousandWord] = found;
  if (thousand !== undefined || thousandWord !== undefined) return { factor: 1_000, end };
  if (loneM !== undefined && original.charAt(offsetAt(end - 1)) !== 'M') return undefined;
  return { factor: 1_000_000, end };
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8 },
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, seven: 7, eight: 8, single: 1, double: 2 },
};

const SPELT = /[a-z]+/y;
/** "half an acre", "un demi-hectare". */
const HALF = /(?:half an?(?= )|(?:un )?demi(?=[ -]))/y;

/** "trois" in "trois pièces"; the caller requires a unit after it. */
export function readSpeltNumber(text: string, at: number): Figure | undefined {
  const half = matchAt(HALF, text, at)?.[0];
  if (half !== undefined) return { value: 0.5, end: at + half.length, scale: 1 };
  const word = matchAt(SPELT, text, at)?.[0] ?? '';
  const value = Object.hasOwn(NUMBER_WORDS, word) ? NUMBER_WORDS[word] : undefined;
  return value === undefined ? undefined : { value, end: at + word.length, scale: 1 };
}
