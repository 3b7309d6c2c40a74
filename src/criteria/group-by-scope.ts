import type { FilterScope } from '../catalogue/filters/kinds.ts';
import type { Test } from './tree.ts';

/** The tests of a leaf by scope, in their order. */
export const groupByScope = (tests: readonly Test[]): ReadonlyMap<FilterScope, readonly Test[]> =>
  Map.groupBy(tests, ({ filter }) => filter.scope);
