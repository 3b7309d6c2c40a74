import type { FilterKind } from '../catalogue/filters/kinds.ts';
import type { Operands } from './tree.ts';

/** A weaker operand; undefined drops the filter. */
export interface RelaxationStep<Kind extends FilterKind = FilterKind> {
  readonly operand: Operands[Kind] | undefined;
  readonly change: string;
  readonly cost: number;
}

/**
 * In ascending order: a bound moved by some per cent or by one or two, missing values admitted, a place widened, a
 * part dropped, a filter dropped.
 */
export const RELAXATION_COSTS = { missing: 15, widen: 50, part: 60, filter: 100 } as const;
