import { isObject } from '../../lib/is-object.ts';
import { MAX_NESTING_DEPTH } from './limits.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const NOT_AN_OBJECT = 'not an object';

export function parseJsonObject(text: string): { readonly value: JsonObject } | { readonly fault: string } {
  const { stackTraceLimit } = Error;
  // A feed may hold a million lines that are not JSON: the stack of each error took 6 of 10 µs.
  Error.stackTraceLimit = 0;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { fault: NOT_AN_OBJECT };
  } catch (error) {
    return { fault: `not JSON: ${(error as Error).message}` };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether a text nests deeper than allowed: deeper values can be parsed, but not serialized again. */
export function isTooDeep(text: string): boolean {
  if (hasFewBrackets(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findClosingQuote(text, at + 1);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > MAX_NESTING_DEPTH) return true;
  }
  return false;
}

/** Whether a text opens too few objects and lists to nest deeper, those in its strings included: most records do. */
function hasFewBrackets(text: string): boolean {
  let left = MAX_NESTING_DEPTH;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (--left < 0) return false;
  return true;
}

/** The closing quote of a string: the next one after an even number of backslashes. */
function findClosingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
