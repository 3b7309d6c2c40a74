import type { Judged } from '../catalogue/filters/kinds.ts';
import type { Test } from './tree.ts';

/** The tests of a leaf by whom they judge, in the order they were asked. */
export const bySubject = (tests: readonly Test[]): ReadonlyMap<Judged, readonly Test[]> =>
  Map.groupBy(tests, ({ filter }) => filter.judged);
