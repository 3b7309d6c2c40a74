import type { Finding } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';

const PERCENT = String.raw`(\d{1,2}(?:[.,]\d)?) ?(?:%|pour ?cents?|percent|per cent)`;
const ESTIMATE = String.raw`(?:a |de |of )?(?:(?:la|le|l'|leur|son|sa|the|their|its|your|market) ?)*(?:estimations?|estimates?|valeur estimee|estimated value|valeur(?: de marche| du marche)?|valuation|market value|value|cote)\b`;
const UNDER = String.raw`(?:sous|en[- ]dessous de|au[- ]dessous de|moins cher(?:e?s?)? que|inferieure?s? a|under|below|less than|cheaper than|lower than)`;
const OVER = String.raw`(?:au[- ]dessus de|superieure?s? a|plus cher(?:e?s?)? que|over|above|more than)`;
const AT_LEAST = String.raw`(?:(?:prix |asked |priced |affiche(?:e?s?)? |propose(?:e?s?)? )?(?:a |d'|at )?(?:au moins|au minimum|plus de|at least|more than|over|minimum) )?`;

const SIDED = new RegExp(`${AT_LEAST}${PERCENT} (?:(${UNDER})|(${OVER})) ?${ESTIMATE}`, 'y');
const UNDERVALUED =
  /(?:sous[- ]?(?:evalue|estime|cote)e?s?|undervalued|underpriced|bonnes? affaires?(?= (?:de|d'au) )|bargains?(?= of ))(?: (?:de|d'|d'au|by|of) ?(?:au moins|at least|plus de|moins|more than)?)?/y;
const PERCENT_AFTER = new RegExp(` ?${PERCENT}`, 'y');
const PLAIN = new RegExp(`(?:prix )?(?:(${UNDER})|(${OVER})) ?${ESTIMATE}`, 'y');

/** "au moins 10 % sous leur estimation", "undervalued by 5 %": the asked price against the estimate. */
export function readDeviation({ text }: FoldedText, at: number): Finding | undefined {
  const sided = matchAt(SIDED, text, at);
  if (sided !== null)
    return finding(at, sided[0].length, { percent: toNumber(sided[1]), isUnder: sided[2] !== undefined });
  const undervalued = matchAt(UNDERVALUED, text, at);
  if (undervalued !== null) {
    const figure = matchAt(PERCENT_AFTER, text, at + undervalued[0].length);
    const length = undervalued[0].trimEnd().length + (figure === null ? 0 : figure[0].length);
    return finding(at, figure === null ? length : undervalued[0].length + figure[0].length, {
      percent: toNumber(figure?.[1]),
      isUnder: true,
    });
  }
  const plain = matchAt(PLAIN, text, at);
  return plain === null
    ? undefined
    : finding(at, plain[0].length, { percent: 0, isUnder: plain[1] !== undefined });
}

const toNumber = (figure: string | undefined): number => Number((figure ?? '0').replace(',', '.'));

const finding = (
  start: number,
  length: number,
  { percent, isUnder }: { percent: number; isUnder: boolean },
): Finding => ({
  start,
  end: start + length,
  conditions: [
    {
      kind: 'range',
      path: 'property.valuation.deviationPercent',
      ...(isUnder ? { lte: percent === 0 ? 0 : -percent } : { gte: percent }),
    },
  ],
});
