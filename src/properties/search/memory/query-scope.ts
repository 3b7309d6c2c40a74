import { defaultFiltersFor, withDefaultFilters } from '../../../criteria/default-filters.ts';
import { compileTree } from '../../../criteria/matches.ts';
import type { Tree } from '../../../criteria/tree.ts';
import { sortColumns } from '../layout.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { OpenSegment } from './open-segment.ts';
import type { IndexRow } from './segment.ts';
import type { Tail } from './tail.ts';
import { updatedSince } from './updated-since.ts';
import { DEFAULT_FILTER_COUNT } from './visibility.ts';

/** Why a query cannot be answered from memory. */
export type UnsupportedReason = 'off-market' | 'column' | 'order' | 'cursor-too-old' | 'cursor-ahead';

export type OrUnsupported<Found> = Found | UnsupportedReason;

/** The parts of the index that a query reads. */
export interface QueryScope {
  /** What rows of these parts must satisfy. */
  readonly tree: Tree;
  readonly segments: readonly OpenSegment[];
  readonly tails: readonly Tail[];
  /** Set when older hidden properties are missing: rows from this moment on are complete, in microseconds. */
  readonly completeSince?: number;
}

/** Usual queries read what is on the market, where the default filters hold for every row. */
export function openScope(index: IndexSnapshot, tree: Tree): OrUnsupported<QueryScope> {
  const isVisibleOnly = defaultFiltersFor(tree).length === DEFAULT_FILTER_COUNT;
  const scope: QueryScope = isVisibleOnly
    ? { tree, segments: index.segments, tails: [index.tail] }
    : { ...openAll(index), tree: withDefaultFilters(tree) };
  return hasColumns(scope.segments, tree) ? scope : 'column';
}

function openAll(index: IndexSnapshot): Omit<QueryScope, 'tree'> {
  const { hiddenSince, allSegments, tail, hiddenTail } = index;
  const all = { segments: allSegments, tails: [tail, hiddenTail] };
  return hiddenSince === -Infinity ? all : { ...all, completeSince: hiddenSince };
}

/** The scope, unless hidden properties that may match are missing. */
export function requireComplete(scope: OrUnsupported<QueryScope>): OrUnsupported<QueryScope> {
  if (typeof scope === 'string' || scope.completeSince === undefined) return scope;
  return updatedSince(scope.tree, sortColumns.UPDATED_AT) >= scope.completeSince ? scope : 'off-market';
}

const hasColumns = (segments: readonly OpenSegment[], tree: Tree): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.every(({ filter }) => segments.every((view) => view.supports(filter)))
    : tree.nodes.every((node) => hasColumns(segments, node));

/** The rows of the tails that satisfy the tree. */
export function scanTails({ tails, tree }: Pick<QueryScope, 'tails' | 'tree'>): IndexRow[] {
  if (tails.every(({ size }) => size === 0)) return [];
  const holds = compileTree(tree);
  return tails.flatMap((tail) => [...tail.candidates(tree)].filter(({ cells }) => holds(cells)));
}
