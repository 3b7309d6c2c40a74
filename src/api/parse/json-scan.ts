import type { RequestFault } from '../../lib/request-fault.ts';
import { isExactNumber, numberEnd, plainIntegerEnd } from './json-number.ts';
import { JsonScanState, LIST, MAX_DEPTH, MAX_STRINGS, MAX_VALUES, OBJECT } from './json-scan-state.ts';
import { stringEnd } from './json-string.ts';

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
