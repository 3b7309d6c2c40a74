export interface Series {
  readonly name: string;
  /** One for each label; undefined is a gap. */
  readonly values: readonly (number | undefined)[];
}

/** The class with the colour of a series. */
export const seriesShade = (index: number): string => `c${(index % 6) + 1}`;
