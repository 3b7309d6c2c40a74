import {
  ARTICLE_MISSING,
  ARTICLE_MISSING_BEFORE_WORDS,
  EACH_FURTHER_WORD,
  FURTHER_WORDS,
  FURTHER_WORDS_IN_TYPING,
  FURTHER_WORDS_OF_PLACED,
  INSIDE_COST,
  SKIPPED_WORDS,
  WEAK_MISSING,
} from './costs.ts';

/**
 * The cost of the words of the name that were not typed. Words are bits: the strong ones, and those that were typed.
 * `further` is the cost of strong words after the last typed one.
 */
export const untypedCost = (strong: number, used: number, length: number, further: number): number =>
  weakCost(strong, used, length) + strongCost(strong, used, further);

/** The weak words of the name that were not typed, up to the last typed word. */
function weakCost(strong: number, used: number, length: number): number {
  const end = (strong & ~used) === 0 ? (1 << length) - 1 : upTo(used);
  const missing = end & ~strong & ~used;
  if (missing === 0) return 0;
  if ((missing & 1) === 0) return WEAK_MISSING * count(missing);
  const article = (used & (used - 1)) === 0 ? ARTICLE_MISSING : ARTICLE_MISSING_BEFORE_WORDS;
  return article + WEAK_MISSING * (count(missing) - 1);
}

export const furtherCost = (inTyping: boolean, placed: boolean): number =>
  inTyping ? FURTHER_WORDS_IN_TYPING : placed ? FURTHER_WORDS_OF_PLACED : FURTHER_WORDS;

function strongCost(strong: number, used: number, further: number): number {
  const missing = strong & ~used;
  if (missing === 0) return 0;
  const each = EACH_FURTHER_WORD * count(missing);
  if ((used & strong & -strong) === 0) return INSIDE_COST + each;
  const skipped = (missing & upTo(used)) === 0 ? 0 : SKIPPED_WORDS;
  return each + skipped + further;
}

/** Every bit up to the highest set one. */
const upTo = (bits: number): number => (bits === 0 ? 0 : (2 << (31 - Math.clz32(bits))) - 1);

function count(bits: number): number {
  let sum = 0;
  for (let left = bits; left !== 0; left &= left - 1) sum += 1;
  return sum;
}
