import { DEFAULT_TOKENS, MIN_TOKENS, tokensOf } from './tokens.ts';

/** What a tool has to say: the same facts for reading and for programs. */
export interface Told {
  text: string;
  structured: object;
  /** Properties in the answer: what usage reports as results. */
  results?: number;
}

/** Clients hand on the text, the structured part or the whole result as it came: the whole is counted, as JSON. */
export const costOf = ({ text, structured }: Told): number =>
  tokensOf(JSON.stringify(text)) + tokensOf(JSON.stringify(structured));

/** No sign costs more than one token: what is short enough by its signs need not be counted. */
function fits({ text, structured }: Told, budget: number): boolean {
  const [said, shown] = [JSON.stringify(text), JSON.stringify(structured)];
  return said.length + shown.length <= budget || tokensOf(said) + tokensOf(shown) <= budget;
}

/** Room that is left free for what carries an answer: the names of its two parts. */
const AROUND = 40;

export const budgetOf = ({ maxTokens = DEFAULT_TOKENS }: { maxTokens?: number }): number =>
  Math.max(MIN_TOKENS, maxTokens) - AROUND;

interface Fitted {
  told: Told;
  shown: number;
}

/**
 * The longest beginning of a list whose answer stays inside the budget. Never none of several, so that whoever goes on from an answer
 * comes to the end: when not even one row fits, it is told in its short form.
 */
export function fitted<Row>(
  rows: readonly Row[],
  budget: number,
  tell: (shown: readonly Row[]) => Told,
  brief: (row: Row) => Row = (row) => row,
): Fitted {
  const whole = longest(rows, budget, tell);
  if (whole.shown > 0 || rows.length === 0) return whole;
  const shorter = rows.map(brief);
  const short = longest(shorter, budget, tell);
  return short.shown > 0 ? short : { told: tell(shorter.slice(0, 1)), shown: 1 };
}

function longest<Row>(rows: readonly Row[], budget: number, tell: (shown: readonly Row[]) => Told): Fitted {
  const whole = tell(rows);
  if (rows.length === 0 || fits(whole, budget)) return { told: whole, shown: rows.length };
  let best: Fitted = { told: whole, shown: 0 };
  let tooMany = rows.length;
  while (tooMany - best.shown > 1) {
    const middle = (best.shown + tooMany) >> 1;
    const told = tell(rows.slice(0, middle));
    if (fits(told, budget)) best = { told, shown: middle };
    else tooMany = middle;
  }
  return best;
}

/** The first of several ways to tell the same, from the fullest to the shortest, that stays inside the budget. */
export function fullest(budget: number, ways: readonly (() => Told)[]): Told {
  let told: Told = { text: '', structured: {} };
  for (const way of ways) {
    told = way();
    if (fits(told, budget)) return told;
  }
  return told;
}

export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
