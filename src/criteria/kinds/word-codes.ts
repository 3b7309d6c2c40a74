import { FREQUENT_WORDS } from './frequent-words.ts';

/**
 * Words are folded to small letters and digits, so no word begins with one of these. JSON and arrays need no quotes for them, and
 * they mean nothing to `like`.
 */
const LEADING = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$&*+-/:;<=>?@^`|~';
const FOLLOWING = `${LEADING}abcdefghijklmnopqrstuvwxyz0123456789`;

/** One character for the first words of the list, two for the others. */
function codeAt(place: number): string {
  if (place < LEADING.length) return LEADING.charAt(place);
  const further = place - LEADING.length;
  const lead = LEADING.charAt(Math.floor(further / FOLLOWING.length));
  if (lead === '') throw new Error(`there are codes for ${place} words only`);
  return lead + FOLLOWING.charAt(further % FOLLOWING.length);
}

const codesByWord = new Map(FREQUENT_WORDS.map((word, place) => [word, codeAt(place)]));
const wordsByCode = new Map([...codesByWord].map(([word, code]) => [code, word]));

/** Words that are separated by spaces, each frequent one as its code: a third of the bytes. A phrase stays a part of its text. */
export function encodeWords(words: string): string {
  let coded = '';
  for (let from = 0; from <= words.length; ) {
    const space = words.indexOf(' ', from);
    const end = space < 0 ? words.length : space;
    const word = words.slice(from, end);
    coded += (from === 0 ? '' : ' ') + (codesByWord.get(word) ?? word);
    from = end + 1;
  }
  return coded;
}

export const decodeWords = (coded: string): string =>
  coded
    .split(' ')
    .map((code) => wordsByCode.get(code) ?? code)
    .join(' ');
