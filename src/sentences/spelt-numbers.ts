import { matchAt } from './folded-text.ts';

const UNITS: Readonly<Record<string, number>> = {
  ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9 },
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, seven: 7, eight: 8, nine: 9 },
};
const TEENS: Readonly<Record<string, number>> = {
  ...{ dix: 10, onze: 11, douze: 12, treize: 13, quatorze: 14, quinze: 15, seize: 16 },
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15 },
  ...{ sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
};
const TENS: Readonly<Record<string, number>> = {
  ...{
    vingt: 20,
    vingts: 20,
    trente: 30,
    quarante: 40,
    cinquante: 50,
    soixante: 60,
    septante: 70,
    nonante: 90,
  },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const HUNDRED = /^(?:cents?|hundred)$/;
const SCALES: Readonly<Record<string, number>> = {
  ...{ mille: 1_000, thousand: 1_000 },
  ...{ million: 1_000_000, millions: 1_000_000 },
};
const WORD = /(?:[ -]+(?:(?:et|and) )?)?([a-z]+)/y;
/** "cent" at the start, and "a hundred". */
const ARTICLE = /(?:a|an) (?=hundred|thousand|million)/y;
/** The longest number has fewer words: "neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf". */
const MAX_WORDS = 14;

interface Sum {
  /** What stands before the last scale. */
  readonly total: number;
  readonly group: number;
  /** The smallest step that may still be added to the group. */
  readonly below: number;
  readonly lastScale: number;
}

export interface SpeltNumber {
  readonly value: number;
  readonly end: number;
  readonly words: number;
  /** A digit after a million: "un million deux". */
  readonly isShort: boolean;
}

/** "deux cent cinquante mille", "soixante-quinze", "three hundred thousand", "un million deux". */
export function readNumberWords(text: string, at: number): SpeltNumber | undefined {
  let sum: Sum = { total: 0, group: 0, below: 1_000, lastScale: Number.POSITIVE_INFINITY };
  let end = at + (matchAt(ARTICLE, text, at)?.[0].length ?? 0);
  let words = 0;
  for (; words < MAX_WORDS; words += 1) {
    const found = matchAt(WORD, text, end);
    const isFirst = words === 0 && found !== null && found[0] !== found[1];
    const next = found === null || isFirst ? undefined : addWord(sum, found[1] ?? '');
    if (found === null || next === undefined) break;
    sum = next;
    end += found[0].length;
  }
  if (words === 0) return undefined;
  const isShort = sum.lastScale === 1_000_000 && sum.group > 0 && sum.group < 10;
  const value = sum.total + (isShort ? sum.group * 100_000 : sum.group);
  return { value, end, words, isShort };
}

/** Undefined when the word does not continue the number. */
function addWord(sum: Sum, word: string): Sum | undefined {
  const own = (table: Readonly<Record<string, number>>): number | undefined =>
    Object.hasOwn(table, word) ? table[word] : undefined;
  const scale = own(SCALES);
  if (scale !== undefined)
    return scale < sum.lastScale && (sum.group > 0 || sum.total === 0)
      ? { total: sum.total + Math.max(sum.group, 1) * scale, group: 0, below: 1_000, lastScale: scale }
      : undefined;
  const { group, below } = sum;
  if (HUNDRED.test(word))
    return group < 10 && (group > 0 || below === 1_000)
      ? { ...sum, group: Math.max(group, 1) * 100, below: 100 }
      : undefined;
  const tens = own(TENS);
  // Four twenties.
  if (tens === 20 && group % 100 === 4 && below === 1 && !/twenty/.test(word))
    return { ...sum, group: group + 76, below: 20 };
  if (tens !== undefined)
    return below >= 100 ? { ...sum, group: group + tens, below: tens === 60 ? 20 : 10 } : undefined;
  const teens = own(TEENS);
  if (teens !== undefined)
    return below >= 20 ? { ...sum, group: group + teens, below: teens === 10 ? 10 : 1 } : undefined;
  const unit = own(UNITS);
  if (unit === undefined || below < 10) return undefined;
  return { ...sum, group: group + unit, below: group === 0 || group % 100 === 0 ? 1 : 0 };
}
