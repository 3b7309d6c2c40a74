/** What an answer may cost an assistant to read, unless it asks for another size. */
export const DEFAULT_TOKENS = 4_000;
export const MAX_TOKENS = 20_000;
/** Below this nothing worth reading fits. */
export const MIN_TOKENS = 500;

/** Letters and digits that one token of a common vocabulary holds, taken low: names, French and codes split finely. */
const LETTERS_PER_TOKEN = 3;
const DIGITS_PER_TOKEN = 2;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
};

/**
 * How many tokens a text costs, estimated from above without any model's vocabulary: letters and digits in runs, every other sign for
 * itself, a space with the word after it. An identifier of 36 signs counts as 24 or so, as it does with common tokenizers.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLetter(code)) letters += 1;
    if (letters > 0 && !isLetter(code)) {
      tokens += Math.ceil(letters / LETTERS_PER_TOKEN);
      letters = 0;
    }
    if (isDigit(code)) digits += 1;
    if (digits > 0 && !isDigit(code)) {
      tokens += Math.ceil(digits / DIGITS_PER_TOKEN);
      digits = 0;
    }
    if (code !== 32 && !isLetter(code) && !isDigit(code)) tokens += 1;
  }
  return tokens + Math.ceil(letters / LETTERS_PER_TOKEN) + Math.ceil(digits / DIGITS_PER_TOKEN);
}
