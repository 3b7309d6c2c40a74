import { FEWEST_TOKENS, tokensOf, USUAL_TOKENS } from './tokens.ts';

/** What a tool has to say: the same facts for reading and for programs. */
export interface Told {
  text: string;
  structured: object;
  /** Properties in the answer: what usage reports as results. */
  results?: number;
}

/** Clients hand on the text, the structured part or both: both are counted. */
export const costOf = ({ text, structured }: Told): number =>
  tokensOf(text) + tokensOf(JSON.stringify(structured));

/** Room that is left free for what carries an answer. */
const AROUND = 40;

export const budgetOf = ({ maxTokens = USUAL_TOKENS }: { maxTokens?: number }): number =>
  Math.max(FEWEST_TOKENS, maxTokens) - AROUND;

/** The longest beginning of a list whose answer stays inside the budget; the answer without any row when not even one does. */
export function fitted<Row>(
  rows: readonly Row[],
  budget: number,
  tell: (shown: readonly Row[]) => Told,
): { told: Told; shown: number } {
  const whole = tell(rows);
  if (rows.length === 0 || costOf(whole) <= budget) return { told: whole, shown: rows.length };
  let [fits, tooMany] = [0, rows.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (costOf(tell(rows.slice(0, middle))) <= budget) fits = middle;
    else tooMany = middle;
  }
  return { told: tell(rows.slice(0, fits)), shown: fits };
}

/** The first of several ways to tell the same, from the fullest to the shortest, that stays inside the budget. */
export function fullest(budget: number, ways: readonly (() => Told)[]): Told {
  let told: Told = { text: '', structured: {} };
  for (const way of ways) {
    told = way();
    if (costOf(told) <= budget) return told;
  }
  return told;
}

export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
