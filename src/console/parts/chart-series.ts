export interface Series {
  readonly name: string;
  /** One for each label; undefined is a gap. */
  readonly values: readonly (number | undefined)[];
}

const COLOURS = 6;

/** The classes with the colour of a series; the lines of the second round of colours are dashed. */
export const seriesShade = (index: number): string =>
  `c${(index % COLOURS) + 1}${Math.floor(index / COLOURS) % 2 === 1 ? ' dashed' : ''}`;
