import { defaultFiltersFor } from '../../../criteria/default-filters.ts';
import { matchAll, type Tree } from '../../../criteria/tree.ts';
import type { IndexSnapshot } from './index-snapshot.ts';

const DEFAULT_FILTER_COUNT = defaultFiltersFor(matchAll).length;

/** Why a query cannot be answered from memory. */
export type UnsupportedReason = 'off-market' | 'column' | 'order' | 'cursor-too-old' | 'cursor-ahead';

/** Memory has only properties on the market with a plausible price, and most of their columns. */
export function unsupportedReason(index: IndexSnapshot, tree: Tree): UnsupportedReason | undefined {
  if (defaultFiltersFor(tree).length < DEFAULT_FILTER_COUNT) return 'off-market';
  return hasColumns(index, tree) ? undefined : 'column';
}

const hasColumns = (index: IndexSnapshot, tree: Tree): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.every(({ filter }) => index.segments.every((view) => view.supports(filter)))
    : tree.nodes.every((node) => hasColumns(index, node));
