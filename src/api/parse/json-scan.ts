import type { RequestFault } from '../../lib/request-fault.ts';
import {
  JsonScanState,
  LIST,
  MAX_DEPTH,
  MAX_STRINGS,
  MAX_VALUES,
  OBJECT,
  type StringEnd,
} from './json-scan-state.ts';

/** What may stand next. */
const VALUE = 0;
const VALUE_OR_END = 1;
const NAME = 2;
const NAME_OR_END = 3;
const COLON = 4;
const AFTER_VALUE = 5;

const MALFORMED = -1;
const [QUOTE, COMMA, COLON_MARK, BRACKET, BRACKET_END, BRACE, BRACE_END] = [34, 44, 58, 91, 93, 123, 125];
const [LOWER_F, LOWER_N, LOWER_T] = [102, 110, 116];

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/**
 * The faults of a JSON text; when it is not JSON, the position of what does not belong there. One pass over the whole grammar and all that JSON.parse does not report:
 * depth, members given twice or too many, numbers it would round, text that no database holds. Without recursion, and by `charCodeAt`
 * alone: V8 may move a call such as `text.includes` into a loop once it is hot, which made an earlier scan quadratic (43 s for a megabyte
 * of spaces). State is in local variables and typed arrays: in fields of an object it took five times as long.
 */
export function scanJson(text: string): RequestFault[] | number {
  const { length } = text;
  const notes = new JsonScanState();
  let { kinds } = notes;
  let depth = 0;
  let expected = VALUE;
  let values = 0;
  let strings = 0;
  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at);
    const token = at;
    if (code === QUOTE && ++strings === MAX_STRINGS + 1) notes.tooManyStrings();
    if (isSpace(code)) at += 1;
    else if (expected === AFTER_VALUE) {
      if (depth === 0) return at;
      const isObject = kinds[depth] === OBJECT;
      if (code === COMMA) {
        expected = isObject ? NAME : VALUE;
        if (!isObject) notes.nextEntry(depth);
      } else if (code === (isObject ? BRACE_END : BRACKET_END)) depth -= 1;
      else return at;
      at += 1;
    } else if (expected === COLON) {
      if (code !== COLON_MARK) return at;
      expected = VALUE;
      at += 1;
    } else if (isEnd(code, expected)) {
      depth -= 1;
      expected = AFTER_VALUE;
      at += 1;
    } else if (expected >= NAME) {
      at = code === QUOTE ? nameEnd(text, at, notes, depth) : MALFORMED;
      expected = COLON;
    } else {
      values += 1;
      if (values === MAX_VALUES + 1) notes.tooManyValues();
      if (code === BRACE || code === BRACKET) {
        depth += 1;
        if (depth > MAX_DEPTH && kinds.length <= length) kinds = notes.deepen(length);
        kinds[depth] = code === BRACE ? OBJECT : LIST;
        notes.enter(depth);
        expected = code === BRACE ? NAME_OR_END : VALUE_OR_END;
        at += 1;
      } else {
        at = code === QUOTE ? textEnd(text, at, notes, depth) : scalarEnd(text, at, notes, depth);
        expected = AFTER_VALUE;
      }
    }
    if (at === MALFORMED) return token;
  }
  return expected === AFTER_VALUE && depth === 0 ? notes.faults() : length;
}

const isEnd = (code: number, expected: number): boolean =>
  (expected === VALUE_OR_END && code === BRACKET_END) || (expected === NAME_OR_END && code === BRACE_END);

function textEnd(text: string, at: number, notes: JsonScanState, depth: number): number {
  const { end, isStorable } = stringEnd(text, at + 1, notes.string);
  if (!isStorable) notes.notStorable(depth);
  return end === MALFORMED ? MALFORMED : end + 1;
}

function nameEnd(text: string, at: number, notes: JsonScanState, depth: number): number {
  const { end, hasEscapes, isStorable } = stringEnd(text, at + 1, notes.string);
  if (end === MALFORMED) return MALFORMED;
  if (notes.isComplete) return end + 1;
  notes.member(depth, hasEscapes ? JSON.parse(text.slice(at, end + 1)) : text.slice(at + 1, end));
  if (!isStorable) notes.notStorable(depth);
  return end + 1;
}

function scalarEnd(text: string, at: number, notes: JsonScanState, depth: number): number {
  const plainEnd = plainIntegerEnd(text, at);
  if (plainEnd !== MALFORMED) return plainEnd;
  const code = text.charCodeAt(at);
  if (code === LOWER_T) return wordEnd(text, 'true', at);
  if (code === LOWER_F) return wordEnd(text, 'false', at);
  if (code === LOWER_N) return wordEnd(text, 'null', at);
  const end = numberEnd(text, at);
  if (end !== MALFORMED && !notes.isComplete && !isExactNumber(text, at, end)) notes.notExact(depth);
  return end;
}

function wordEnd(text: string, word: string, at: number): number {
  for (let index = 1; index < word.length; index += 1)
    if (text.charCodeAt(at + index) !== word.charCodeAt(index)) return MALFORMED;
  return at + word.length;
}

const [BACKSLASH, LOWER_U, FIRST_PRINTABLE] = [92, 117, 32];
/** `" / \ b f n r t` */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([34, 47, 92, 98, 102, 110, 114, 116]);

/** Reads a JSON string from behind its opening quote. */
function stringEnd(text: string, start: number, into: StringEnd): StringEnd {
  into.hasEscapes = false;
  into.isStorable = true;
  const { length } = text;
  for (let at = start; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      into.end = at;
      return into;
    }
    if (code < FIRST_PRINTABLE) break;
    if (code !== BACKSLASH) continue;
    into.hasEscapes = true;
    const last = escapeEnd(text, at + 1, into);
    if (last === MALFORMED) break;
    at = last;
  }
  into.end = MALFORMED;
  return into;
}

/** The last character of the escape whose letter stands at `at`; a pair of surrogates is one escape. */
function escapeEnd(text: string, at: number, into: StringEnd): number {
  const letter = text.charCodeAt(at);
  if (letter !== LOWER_U) return SIMPLE_ESCAPES.has(letter) ? at : MALFORMED;
  const unit = hexUnit(text, at + 1);
  if (unit === MALFORMED) return MALFORMED;
  const isHigh = unit >= 0xd800 && unit < 0xdc00;
  if (isHigh && text.charCodeAt(at + 5) === BACKSLASH && text.charCodeAt(at + 6) === LOWER_U) {
    const low = hexUnit(text, at + 7);
    if (low >= 0xdc00 && low < 0xe000) return at + 10;
  }
  if (unit === 0 || (unit >= 0xd800 && unit < 0xe000)) into.isStorable = false;
  return at + 4;
}

function hexUnit(text: string, at: number): number {
  let unit = 0;
  for (let index = at; index < at + 4; index += 1) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit === MALFORMED) return MALFORMED;
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : MALFORMED;
}

const MAX_NUMBER_CHARS = 40;
/** Every integer of so many digits is held exactly. */
const EXACT_DIGITS = 15;
/** The largest double is 1.8e308. */
const MAX_EXPONENT = 308;
const MAX_PLAIN_EXPONENT_DIGITS = 3;
const [PLUS, MINUS, POINT, ZERO, UPPER_E, LOWER_E] = [43, 45, 46, 48, 69, 101];

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where a plain integer that is surely exact ends, which most numbers are; -1 when it takes a closer look. */
function plainIntegerEnd(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  if (code === ZERO) code = text.charCodeAt(++at);
  else while (code >= 48 && code <= 57) code = text.charCodeAt(++at);
  const isPlain =
    at > start && at - start <= EXACT_DIGITS && code !== POINT && code !== LOWER_E && code !== UPPER_E;
  return isPlain ? at : MALFORMED;
}

/** Where a number of JSON's grammar ends; -1 when there is none. */
function numberEnd(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const first = text.charCodeAt(at);
  if (!isDigit(first)) return MALFORMED;
  at = first === ZERO ? at + 1 : digitsEnd(text, at);
  if (text.charCodeAt(at) === POINT) {
    const end = digitsEnd(text, at + 1);
    if (end === at + 1) return MALFORMED;
    at = end;
  }
  const mark = text.charCodeAt(at);
  if (mark !== LOWER_E && mark !== UPPER_E) return at;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const end = digitsEnd(text, digits);
  return end === digits ? MALFORMED : end;
}

/** Whether a number is held as it was written; most are known to be without being converted. */
function isExactNumber(text: string, start: number, end: number): boolean {
  if (end - start > MAX_NUMBER_CHARS) return false;
  if (text.charCodeAt(start) === MINUS) return isExact(text.slice(start, end));
  let isInteger = true;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) continue;
    isInteger = false;
    if (code !== POINT)
      return isPlainExponent(text, at + 1, end, at - start) || isExact(text.slice(start, end));
  }
  return !isInteger || end - start <= EXACT_DIGITS || isExact(text.slice(start, end));
}

/** Whether so many characters before this exponent cannot make the number infinite. */
function isPlainExponent(text: string, start: number, end: number, charsBefore: number): boolean {
  const sign = text.charCodeAt(start);
  if (sign === MINUS) return true;
  const first = sign === PLUS ? start + 1 : start;
  if (end - first > MAX_PLAIN_EXPONENT_DIGITS) return false;
  let exponent = 0;
  for (let at = first; at < end; at += 1) exponent = exponent * 10 + text.charCodeAt(at) - ZERO;
  return exponent + charsBefore <= MAX_EXPONENT;
}

function isExact(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return !/^-?\d+$/.test(token) || Number.isSafeInteger(value);
}
