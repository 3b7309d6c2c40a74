import type { Word } from './vocabularies.ts';

/** Square metres in one unit of area; the international foot and acre. */
export const squareMetresIn: Readonly<Record<Word<'areaUnit'>, number>> = {
  SQM: 1,
  SQFT: 0.09290304,
  HECTARE: 10_000,
  ACRE: 4046.8564224,
};
