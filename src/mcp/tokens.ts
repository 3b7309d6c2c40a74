/** The default token budget of an answer. */
export const DEFAULT_TOKENS = 4_000;
export const MAX_TOKENS = 20_000;
/** Less holds nothing useful. */
export const MIN_TOKENS = 500;

/** Characters per token of common vocabularies, estimated low: names, French and codes split finely. */
export const LETTERS_PER_TOKEN = 3;
const DIGITS_PER_TOKEN = 2;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
};

/**
 * An upper estimate of the tokens of a text without a model's vocabulary: letters and digits count in runs,
 * every other character counts one, a space belongs to the next word. An id of 36 characters counts about 24,
 * as with common tokenizers. Counting stops above `limit`: an answer may repeat a question of 1 MiB.
 */
export function countTokens(text: string, limit = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  for (let at = 0; at < text.length && tokens <= limit; at++) {
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
