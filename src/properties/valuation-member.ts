import type { ConsolidatedProperty, PropertyResult } from '../catalogue/document.ts';

type ValuationMember = NonNullable<ConsolidatedProperty['valuation']>;

/** An estimate as it is given for recording; the deviation follows from the price shown. */
export type PropertyEstimate = Required<Omit<ValuationMember, 'deviationPercent'>>;

/** In per cent of the estimate, with one decimal: finer differences are noise. */
export const deviationPercent = (price: number, value: number): number =>
  Math.round((price / value - 1) * 1_000) / 10;

/** The document with its estimate: the one given, else the one it had. The deviation follows every price change. */
export function withValuation(
  result: PropertyResult,
  {
    previous,
    estimate,
  }: { previous: PropertyResult | undefined; estimate?: PropertyEstimate | null | undefined },
): PropertyResult {
  const kept = estimate === undefined ? previous?.property.valuation : (estimate ?? undefined);
  if (kept?.value === undefined) return result;
  const { deviationPercent: _, ...own } = kept as ValuationMember;
  const price = result.property.pricing?.displayed;
  const deviation = price === undefined ? {} : { deviationPercent: deviationPercent(price, kept.value) };
  return { ...result, property: { ...result.property, valuation: { ...own, ...deviation } } };
}
