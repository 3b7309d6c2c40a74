import { defaultFiltersFor } from '../../../criteria/default-filters.ts';
import { matchAll, type Tree } from '../../../criteria/tree.ts';
import type { IndexSnapshot } from './index-snapshot.ts';

const DEFAULT_FILTER_COUNT = defaultFiltersFor(matchAll).length;

/** Why memory cannot tell, if it cannot. */
export type UnsupportedReason = 'off-market' | 'column' | 'order' | 'old-walk' | 'newer-walk';

/** Memory holds what is on the market at a price one may believe, and most columns of it. */
export function unsupportedReason(held: IndexSnapshot, tree: Tree): UnsupportedReason | undefined {
  if (defaultFiltersFor(tree).length < DEFAULT_FILTER_COUNT) return 'off-market';
  return hasColumns(held, tree) ? undefined : 'column';
}

const hasColumns = (held: IndexSnapshot, tree: Tree): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.every(({ filter }) => held.segments.every((view) => view.supports(filter)))
    : tree.nodes.every((node) => hasColumns(held, node));
