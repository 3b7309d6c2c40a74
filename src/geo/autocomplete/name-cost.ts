import {
  ARTICLE_MISSING,
  ARTICLE_MISSING_BEFORE_WORDS,
  EACH_FURTHER_WORD,
  FURTHER_WORDS,
  FURTHER_WORDS_IN_TYPING,
  FURTHER_WORDS_OF_PLACED,
  INSIDE,
  OUT_OF_ORDER,
  SKIPPED_WORDS,
  WEAK_EXTRA,
  WEAK_MISSING,
} from './costs.ts';
import type { NameIndex } from './name-index.ts';
import { isStarted, type WordMatch } from './word-match.ts';

/** The name does not answer to the words. */
export const NO_MATCH = -1;

/** What it costs to take the typed words for this name: each typed word is given the best word of the name still free. */
export function nameCost(
  index: NameIndex,
  name: number,
  typed: readonly WordMatch[],
  placed: boolean,
): number {
  const start = index.wordsFrom[name] as number;
  const length = (index.wordsFrom[name + 1] as number) - start;
  let cost = 0;
  let used = 0;
  let before = -1;
  let grade = 0;
  for (let place = 0; place < typed.length; place += 1) {
    const { grades, costs, dispensable } = typed[place] as WordMatch;
    let best = -1;
    let bestCost = 0;
    for (let at = 0; at < length; at += 1) {
      const own = grades[index.words[start + at] as number] as number;
      if (own === 0 || (used & (1 << at)) !== 0) continue;
      const ownCost = (costs[own] as number) + (at < before ? OUT_OF_ORDER : 0);
      if (best >= 0 && ownCost >= bestCost) continue;
      best = at;
      bestCost = ownCost;
      grade = own;
    }
    if (best >= 0) {
      cost += bestCost;
      used |= 1 << best;
      before = best;
    } else if (dispensable) {
      cost += WEAK_EXTRA;
    } else {
      return NO_MATCH;
    }
  }
  const strong = index.strong[name] as number;
  return (
    cost + weakCost(strong, used, length) + strongCost(strong, used, furtherCost(isStarted(grade), placed))
  );
}

/** What remains to pay when a single word was typed and is this one of the name. */
export const aloneCost = (strong: number, at: number, length: number, inTyping: boolean): number =>
  weakCost(strong, 1 << at, length) + strongCost(strong, 1 << at, furtherCost(inTyping, false));

/** The small words of the name that nobody typed, up to the last word that was. */
function weakCost(strong: number, used: number, length: number): number {
  const end = (strong & ~used) === 0 ? (1 << length) - 1 : upTo(used);
  const missing = end & ~strong & ~used;
  if (missing === 0) return 0;
  if ((missing & 1) === 0) return WEAK_MISSING * count(missing);
  const article = (used & (used - 1)) === 0 ? ARTICLE_MISSING : ARTICLE_MISSING_BEFORE_WORDS;
  return article + WEAK_MISSING * (count(missing) - 1);
}

const furtherCost = (inTyping: boolean, placed: boolean): number =>
  inTyping ? FURTHER_WORDS_IN_TYPING : placed ? FURTHER_WORDS_OF_PLACED : FURTHER_WORDS;

function strongCost(strong: number, used: number, further: number): number {
  const missing = strong & ~used;
  if (missing === 0) return 0;
  const each = EACH_FURTHER_WORD * count(missing);
  if ((used & strong & -strong) === 0) return INSIDE + each;
  const skipped = (missing & upTo(used)) === 0 ? 0 : SKIPPED_WORDS;
  return each + skipped + further;
}

/** Every bit up to the highest of these. */
const upTo = (bits: number): number => (bits === 0 ? 0 : (2 << (31 - Math.clz32(bits))) - 1);

function count(bits: number): number {
  let sum = 0;
  for (let left = bits; left !== 0; left &= left - 1) sum += 1;
  return sum;
}
