import { type BlockText, blockText, sliceText } from './block-text.ts';

const SPACE = 32;

/** Exports of statistics programs write NA in an empty cell. */
export function textWithin(source: BlockText, from: number, end: number): string | undefined {
  if (from === end) return undefined;
  const text = sliceText(source, from, end);
  const isPadded = text.charCodeAt(0) <= SPACE || text.charCodeAt(text.length - 1) <= SPACE;
  const cell = isPadded ? text.trim() : text;
  return cell === '' || cell === 'NA' ? undefined : cell;
}

const [MINUS, POINT, ZERO, NINE] = [45, 46, 48, 57];
/** With at most so many digits the digits and their divisor are exact, so the quotient equals `Number` of the text. */
const EXACT_FIGURES = 15;
const POWERS = Array.from({ length: EXACT_FIGURES + 1 }, (_, power) => 10 ** power);

/** NaN when the cell is not a number. */
export function numberWithin(source: BlockText, from: number, end: number): number | undefined {
  if (from === end) return undefined;
  const { bytes } = source;
  const negative = bytes[from] === MINUS;
  let [value, figures, decimals] = [0, 0, -1];
  for (let at = negative ? from + 1 : from; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    if (code >= ZERO && code <= NINE) {
      value = 10 * value + (code - ZERO);
      figures += 1;
      if (decimals >= 0) decimals += 1;
    } else if (code === POINT && decimals < 0) decimals = 0;
    else return spelledNumber(source, from, end);
  }
  if (figures === 0 || figures > EXACT_FIGURES) return spelledNumber(source, from, end);
  if (decimals > 0) value /= POWERS[decimals] ?? 1;
  return negative ? -value : value;
}

function spelledNumber(source: BlockText, from: number, end: number): number | undefined {
  const cell = textWithin(source, from, end);
  if (cell === undefined) return undefined;
  const plain = Number(cell);
  return Number.isNaN(plain) ? Number(cell.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')) : plain;
}

const [DASH, SLASH] = [45, 47];
/** The value of an empty date in spreadsheets. */
const NO_DATE = '1899-12-30';

/**
 * An ISO date; undefined when empty, null when the cell is not a date. Digit by digit: twice as fast as a regular
 * expression.
 */
export function dateWithin(source: BlockText, from: number, end: number): string | null | undefined {
  const { bytes, letters } = source;
  if ((bytes[from] ?? 0) <= SPACE || end - from < NO_DATE.length) {
    const cell = textWithin(source, from, end);
    if (cell === undefined || cell.length < NO_DATE.length) return cell && null;
    return dateWithin(blockText(Buffer.from(cell)), 0, cell.length);
  }
  if (bytes[from + 4] === DASH && bytes[from + 7] === DASH) {
    if (!isDay(figures(bytes, from, 4), figures(bytes, from + 5, 2), figures(bytes, from + 8, 2)))
      return null;
    const day = letters.slice(from, from + NO_DATE.length);
    return day === NO_DATE ? undefined : day;
  }
  if (bytes[from + 2] !== SLASH || bytes[from + 5] !== SLASH) return null;
  if (!isDay(figures(bytes, from + 6, 4), figures(bytes, from + 3, 2), figures(bytes, from, 2))) return null;
  return `${letters.slice(from + 6, from + 10)}-${letters.slice(from + 3, from + 5)}-${letters.slice(from, from + 2)}`;
}

/** NaN when one of them is not a digit. */
function figures(bytes: Buffer, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const code = bytes[at] ?? 0;
    if (!(code >= ZERO && code <= NINE)) return Number.NaN;
    value = 10 * value + (code - ZERO);
  }
  return value;
}

const DAYS_OF_MONTHS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const last = month === 2 && isLeap(year) ? 29 : DAYS_OF_MONTHS[month];
  return last !== undefined && year >= 0 && day >= 1 && day <= last;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Millionths of a degree: 11 cm, in 4 bytes. */
export const MICRO = 1_000_000;
export const microDegrees = (degrees: number): number => Math.round(degrees * MICRO);

export const isLongitude = (degrees: number): boolean => degrees >= -180 && degrees <= 180;
export const isLatitude = (degrees: number): boolean => degrees >= -90 && degrees <= 90;

const [LETTER_A, LETTER_B, TWO] = [65, 66, 50];
const CODE_LENGTH = 5;

/** A commune code: five digits, the second of Corsica a letter. A regular expression took a fiftieth of an import. */
export function isCityCode(text: string): boolean {
  if (text.length !== CODE_LENGTH) return false;
  for (let at = 0; at < CODE_LENGTH; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    if (at !== 1 || text.charCodeAt(0) !== TWO || (code !== LETTER_A && code !== LETTER_B)) return false;
  }
  return true;
}

export const isPostalCode = (text: string): boolean => isCityCode(text) && text.charCodeAt(1) <= NINE;
