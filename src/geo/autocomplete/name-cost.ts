import { OUT_OF_ORDER, WEAK_EXTRA } from './costs.ts';
import type { NameIndex } from './name-index.ts';
import { furtherCost, untypedCost } from './untyped-cost.ts';
import { isStarted, type WordMatch } from './word-match.ts';

/** The name does not match the words. */
export const NO_MATCH = -1;

/** The cost of matching the typed words with this name: each typed word takes the best free word of the name. */
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
  return cost + untypedCost(strong, used, length, furtherCost(isStarted(grade), placed));
}
