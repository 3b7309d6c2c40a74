const [QUOTE, BACKSLASH, LOWER_U, FIRST_PRINTABLE] = [34, 92, 117, 32];
const NOT_FOUND = -1;
/** `" / \ b f n r t` */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([34, 47, 92, 98, 102, 110, 114, 116]);

/** What is known of a string once it was read; reused, since a body may hold a hundred thousand. */
export interface StringEnd {
  /** Where its closing quote stands; -1 when it is not well-formed. */
  end: number;
  hasEscapes: boolean;
  /** False when an escape stands for NUL or for half of a surrogate pair. */
  isStorable: boolean;
}

/** Reads a JSON string from behind its opening quote. */
export function stringEnd(text: string, start: number, into: StringEnd): StringEnd {
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
    if (last === NOT_FOUND) break;
    at = last;
  }
  into.end = NOT_FOUND;
  return into;
}

/** The last character of the escape whose letter stands at `at`; a pair of surrogates is one escape. */
function escapeEnd(text: string, at: number, into: StringEnd): number {
  const letter = text.charCodeAt(at);
  if (letter !== LOWER_U) return SIMPLE_ESCAPES.has(letter) ? at : NOT_FOUND;
  const unit = hexUnit(text, at + 1);
  if (unit === NOT_FOUND) return NOT_FOUND;
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
    if (digit === NOT_FOUND) return NOT_FOUND;
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : NOT_FOUND;
}
