import type { FilterKind } from '../catalogue/filters/kinds.ts';
import type { Asked } from './tree.ts';

/** A milder question; undefined gives the filter up. */
export interface Milder<Kind extends FilterKind = FilterKind> {
  readonly asked: Asked[Kind] | undefined;
  readonly change: string;
  readonly cost: number;
}

/** From the smallest to the largest: a bound moved a little, the unknown let in, a place widened, a part given up, a filter given up. */
export const COST = { nudge: 1, missing: 2, widen: 3, part: 4, filter: 5 } as const;
