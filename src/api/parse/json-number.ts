const MALFORMED = -1;
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
export function plainIntegerEnd(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  if (code === ZERO) code = text.charCodeAt(++at);
  else while (code >= 48 && code <= 57) code = text.charCodeAt(++at);
  const isPlain =
    at > start && at - start <= EXACT_DIGITS && code !== POINT && code !== LOWER_E && code !== UPPER_E;
  return isPlain ? at : MALFORMED;
}

/** Where a number of JSON's grammar ends; -1 when there is none. */
export function numberEnd(text: string, start: number): number {
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
export function isExactNumber(text: string, start: number, end: number): boolean {
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
