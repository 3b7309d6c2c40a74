import type { FilterScope } from '../catalogue/filters/kinds.ts';
import type { Test } from './tree.ts';

/** The tests of a leaf by whom they judge, in the order they were asked. */
export const groupByScope = (tests: readonly Test[]): ReadonlyMap<FilterScope, readonly Test[]> =>
  Map.groupBy(tests, ({ filter }) => filter.scope);
