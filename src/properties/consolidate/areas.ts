import { type Block, type Chosen, metresIn, type Stated } from './stated.ts';

/** The areas a buyer compares by, the first that any listing gives. */
const comparedBy = [
  (area: Block) => [
    (area['indoor'] as Block | undefined)?.['living'],
    (area['indoor'] as Block | undefined)?.['unit'],
  ],
  (area: Block) => [
    (area['indoor'] as Block | undefined)?.['total'],
    (area['indoor'] as Block | undefined)?.['unit'],
  ],
  (area: Block) => [area['displayed'], area['unit']],
];

/** Displayed area: the largest living area, else the largest total area, else the largest that listings display. */
export function largestLivingArea(areas: readonly Pick<Stated, 'value'>[]): Chosen | undefined {
  for (const read of comparedBy) {
    let largest: { value: number; measure: unknown } | undefined;
    for (const { value } of areas) {
      const [figure, unit] = read(value as Block);
      if (typeof figure !== 'number') continue;
      const measure = unit ?? (value as Block)['unit'];
      const isLarger =
        largest === undefined || figure * metresIn(measure) > largest.value * metresIn(largest.measure);
      if (isLarger) largest = { value: figure, measure };
    }
    if (largest !== undefined) return largest;
  }
  return undefined;
}
