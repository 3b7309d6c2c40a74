import { countTokens, DEFAULT_TOKENS, MIN_TOKENS } from './tokens.ts';

/** The result of a tool: the same facts as text and as structured content. */
export interface ToolOutput {
  text: string;
  structured: object;
  /** Properties in the answer, reported as results in usage. */
  results?: number;
}

/** Clients pass on the text, the structured content or both: the whole is counted, as JSON. */
export const countOutputTokens = ({ text, structured }: ToolOutput): number =>
  countTokens(JSON.stringify(text)) + countTokens(JSON.stringify(structured));

/**
 * No character costs more than one token: a text with fewer characters than the budget need not be counted. One that is far too
 * long is not counted to its end.
 */
export function fits({ text, structured }: ToolOutput, budget: number): boolean {
  const said = JSON.stringify(text);
  if (said.length > budget && countTokens(said, budget) > budget) return false;
  const shown = JSON.stringify(structured);
  return said.length + shown.length <= budget || countTokens(said) + countTokens(shown, budget) <= budget;
}

/** Reserved for the names of the two parts of a result. */
const ENVELOPE_TOKENS = 40;

export const budgetOf = ({ maxTokens = DEFAULT_TOKENS }: { maxTokens?: number }): number =>
  Math.max(MIN_TOKENS, maxTokens) - ENVELOPE_TOKENS;

interface FittedOutput {
  output: ToolOutput;
  shown: number;
}

/**
 * The longest prefix of a list whose output fits the budget. It is never empty for a non-empty list, so that
 * paging always advances: when not even one row fits, rows are rendered in their short form.
 */
export function fitToBudget<Row>(
  rows: readonly Row[],
  budget: number,
  render: (shown: readonly Row[]) => ToolOutput,
  brief: (row: Row) => Row = (row) => row,
): FittedOutput {
  const whole = fitLongest(rows, budget, render);
  if (whole.shown > 0 || rows.length === 0) return whole;
  const shorter = rows.map(brief);
  const short = fitLongest(shorter, budget, render);
  return short.shown > 0 ? short : { output: render(shorter.slice(0, 1)), shown: 1 };
}

function fitLongest<Row>(
  rows: readonly Row[],
  budget: number,
  render: (shown: readonly Row[]) => ToolOutput,
): FittedOutput {
  const whole = render(rows);
  if (rows.length === 0 || fits(whole, budget)) return { output: whole, shown: rows.length };
  let best: FittedOutput = { output: whole, shown: 0 };
  let tooMany = rows.length;
  while (tooMany - best.shown > 1) {
    const middle = (best.shown + tooMany) >> 1;
    const output = render(rows.slice(0, middle));
    if (fits(output, budget)) best = { output: output, shown: middle };
    else tooMany = middle;
  }
  return best;
}

/** The first rendering that fits the budget, from the fullest to the shortest. */
export function firstThatFits(budget: number, renderings: readonly (() => ToolOutput)[]): ToolOutput {
  let output: ToolOutput = { text: '', structured: {} };
  for (const way of renderings) {
    output = way();
    if (fits(output, budget)) return output;
  }
  return output;
}

export function truncateLine(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxChars
    ? line
    : `${line
        .slice(0, maxChars - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
