import { type FoldedText, matchAt } from './folded-text.ts';
import { readNumberWords } from './spelt-numbers.ts';

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
  // "1 million 2", "1M5": the digit is a tenth of it.
  const tenth =
    scale.factor > 1_000 && decimals === undefined ? matchAt(TENTH, sentence.text, scale.end) : null;
  if (tenth !== null)
    return {
      value: round(toNumber(digits, tenth[1] ?? '5') * scale.factor),
      end: scale.end + tenth[0].length,
      scale: scale.factor,
    };
  // "1,250 M€": before a million the comma is the decimal one.
  const single = scale.factor > 1_000 && /^\d{1,3}[.,]\d{3}$/.test(digits);
  const value = single ? Number(digits.replace(',', '.')) : toNumber(digits, decimals);
  return { value: round(value * scale.factor), end: scale.end, scale: scale.factor };
}

const TENTH =
  /(?: et demie?\b| and a half\b|(?: |(?<=\dm))([1-9])(?![\d,.]|[ -]?(?:p\b|pieces?|ch|bed|room|sdb|salle|bath|m2|m 2|ha\b|hect|etage|floor|km|min|k\b|€|[a-z]+ ?(?:etage|floor))))/y;

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

/** "half an acre", "un demi-hectare", "half a million". */
const HALF = /(?:half an?(?= )|(?:un )?demi(?=[ -]))/y;
const ONE_OF_LAND = /an?(?= (?:acre|hectare))/y;
const SIZE_WORD = /(?:single|double)(?![a-z])/y;
const MILLION = /[ -]millions?\b/y;
const AND_A_HALF = / et demie?\b| and a half\b/y;

/** "trois" in "trois pièces"; the caller requires a unit after it, unless it is as large as a price. */
export function readSpeltNumber(text: string, at: number): Figure | undefined {
  const half = matchAt(HALF, text, at)?.[0];
  if (half !== undefined) {
    const million = matchAt(MILLION, text, at + half.length)?.[0];
    const end = at + half.length + (million?.length ?? 0);
    return million === undefined ? { value: 0.5, end, scale: 1 } : { value: 500_000, end, scale: 1_000_000 };
  }
  const land = matchAt(ONE_OF_LAND, text, at)?.[0];
  if (land !== undefined) return { value: 1, end: at + land.length, scale: 1 };
  const size = matchAt(SIZE_WORD, text, at)?.[0];
  if (size !== undefined) return { value: size === 'single' ? 1 : 2, end: at + size.length, scale: 1 };
  const spelt = readNumberWords(text, at);
  // "T3 neuf": new.
  if (spelt === undefined || (spelt.words === 1 && /^neuf/.test(text.slice(at)))) return undefined;
  const more = spelt.value % 1_000_000 === 0 ? matchAt(AND_A_HALF, text, spelt.end)?.[0] : undefined;
  if (more !== undefined && spelt.value > 0)
    return { value: spelt.value + 500_000, end: spelt.end + more.length, scale: 1_000_000 };
  return { value: spelt.value, end: spelt.end, scale: spelt.value >= 10_000 ? 1_000 : 1 };
}
