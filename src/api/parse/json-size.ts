import type { Fault } from '../problem.ts';

/** More than any document of this service has. */
const MOST_DEPTH = 64;
const MOST_MEMBERS = 1_000;

const [QUOTE, COLON, BRACKET, BACKSLASH, BRACKET_END, BRACE, BRACE_END] = [34, 58, 91, 92, 93, 123, 125];

/**
 * Depth and members of a text that may be JSON, looked at before it is parsed: a million levels or 90,000 members cost JSON.parse
 * 50 ms and more, and so deep a tree overflows whoever walks it.
 */
export function sizeFault(text: string): Fault | undefined {
  const members = [0];
  const hasEscapes = text.includes('\\');
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = hasEscapes ? closingQuote(text, at) : endOf(text, text.indexOf('"', at + 1));
    else if (mark === BRACE || mark === BRACKET) {
      if (members.push(0) > MOST_DEPTH + 1) return tooDeep;
    } else if (mark === BRACE_END || mark === BRACKET_END) members.pop();
    else if (mark === COLON) {
      const count = (members.pop() ?? 0) + 1;
      if (count > MOST_MEMBERS) return tooManyMembers;
      members.push(count);
    }
  }
  return undefined;
}

const endOf = (text: string, found: number): number => (found < 0 ? text.length : found);

function closingQuote(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) return at;
    if (mark === BACKSLASH) at += 1;
  }
  return at;
}

const tooDeep: Fault = {
  propertyPath: '',
  message: `Nothing may be nested deeper than ${MOST_DEPTH} levels.`,
  code: 'too_deep',
  understood: true,
};

const tooManyMembers: Fault = {
  propertyPath: '',
  message: `An object holds more than ${MOST_MEMBERS} members.`,
  code: 'too_many_members',
  understood: false,
};
