import {
  type ClaimsBlock,
  type ConsolidatedValue,
  type StatedValue,
  squareMetresPerUnit,
} from './stated-value.ts';

/** The areas a buyer compares, in order of preference. */
const comparedBy = [
  (area: ClaimsBlock) => [
    (area['indoor'] as ClaimsBlock | undefined)?.['living'],
    (area['indoor'] as ClaimsBlock | undefined)?.['unit'],
  ],
  (area: ClaimsBlock) => [
    (area['indoor'] as ClaimsBlock | undefined)?.['total'],
    (area['indoor'] as ClaimsBlock | undefined)?.['unit'],
  ],
  (area: ClaimsBlock) => [area['displayed'], area['unit']],
];

/** Displayed area: the largest living area, else the largest total area, else the largest displayed one. */
export function largestLivingArea(
  areas: readonly Pick<StatedValue, 'value'>[],
): ConsolidatedValue | undefined {
  for (const read of comparedBy) {
    let largest: { value: number; measure: unknown } | undefined;
    for (const { value } of areas) {
      const [figure, unit] = read(value as ClaimsBlock);
      if (typeof figure !== 'number') continue;
      const measure = unit ?? (value as ClaimsBlock)['unit'];
      const isLarger =
        largest === undefined ||
        figure * squareMetresPerUnit(measure) > largest.value * squareMetresPerUnit(largest.measure);
      if (isLarger) largest = { value: figure, measure };
    }
    if (largest !== undefined) return largest;
  }
  return undefined;
}
