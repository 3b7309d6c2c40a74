import type { FilterKind } from '../catalogue/filters/kinds.ts';
import type { Operands } from './tree.ts';

/** A milder question; undefined gives the filter up. */
export interface RelaxationStep<Kind extends FilterKind = FilterKind> {
  readonly asked: Operands[Kind] | undefined;
  readonly change: string;
  readonly cost: number;
}

/**
 * From the smallest to the largest: a bound moved by so many per cent or, where it counts, by one or two; the unknown let in; a place widened;
 * a part given up; a filter given up.
 */
export const RELAXATION_COSTS = { missing: 15, widen: 50, part: 60, filter: 100 } as const;
