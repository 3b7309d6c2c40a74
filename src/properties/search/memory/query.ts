import { filters } from '../../../catalogue/filters.ts';
import { compileTree } from '../../../criteria/matches.ts';
import { defaultFiltersFor, type Tree, withDefaultFilters } from '../../../criteria/tree.ts';
import { MAX_COUNTED_ROWS, type PageHits, type PageQuery } from '../engine.ts';
import { sortColumns } from '../layout.ts';
import { NEWEST_FIRST, type SortOrder } from '../order.ts';
import { countBits } from './bitmap-cache.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { IndexRow, OpenSegment } from './open-segment.ts';
import { firstInOrder, openRowOrder, tailKey } from './row-order.ts';
import { buildConjuncts, matchBitmap, scan } from './scan.ts';
import { pageSerializers } from './serialize-page.ts';
import { type HitStream, mergeStreams, type SearchHit, segmentStream, sortedStream } from './streams.ts';
import type { Tail } from './tail.ts';
import { DEFAULT_FILTER_COUNT } from './visibility.ts';

export const isNewestFirst = ({ field, direction }: SortOrder): boolean =>
  field === NEWEST_FIRST.field && direction === NEWEST_FIRST.direction;

export function queryCount(index: IndexSnapshot, tree: Tree): OrUnsupported<number> {
  const found = queryPage(index, { criteria: tree, order: NEWEST_FIRST, offset: 0, limit: 0 });
  return typeof found === 'string' ? found : found.total;
}

export function queryPage(index: IndexSnapshot, query: PageQuery): OrUnsupported<PageHits> {
  const scope = openScope(index, query.criteria);
  const complete = requireComplete(scope);
  if (typeof complete !== 'string') return pageIn(index, complete, query);
  return typeof scope === 'string' ? scope : newestPart(index, scope, query);
}

/** Where older hidden properties are missing, the newest matches suffice when they alone reach the count. */
function newestPart(index: IndexSnapshot, scope: QueryScope, query: PageQuery): OrUnsupported<PageHits> {
  const { completeSince = Infinity, tree } = scope;
  const { order, limit, maxCount = MAX_COUNTED_ROWS } = query;
  if (completeSince === Infinity || (limit > 0 && !isNewestFirst(order))) return 'off-market';
  const recent = { ...scope, tree: withUpdatedSince(tree, sortColumns.UPDATED_AT, completeSince) };
  const found = pageIn(index, recent, query);
  return typeof found === 'string' || found.total >= maxCount ? found : 'off-market';
}

function pageIn(index: IndexSnapshot, scope: QueryScope, query: PageQuery): OrUnsupported<PageHits> {
  const { order, offset, limit, maxCount = MAX_COUNTED_ROWS } = query;
  const end = offset + limit;
  const found =
    limit === 0 || isNewestFirst(order)
      ? newestMatches(scope, limit === 0 ? 0 : end, maxCount)
      : orderedMatches(scope, order, end);
  if (found === undefined) return 'order';
  const hits = limit === 0 ? [] : mergeStreams(found.streams, order, { from: offset, to: end });
  const page = toPageHits(index, Math.min(found.total, maxCount), hits);
  return query.withKeys ? { ...page, keys: hits.map(({ key }) => key) } : page;
}

const toPageHits = (index: IndexSnapshot, total: number, found: readonly SearchHit[]): PageHits => ({
  total,
  ids: found.map(({ id }) => id),
  ...pageSerializers(index, found),
});

interface Matches {
  readonly total: number;
  readonly streams: readonly HitStream[];
}

/** The newest matches as streams, and their total. */
export function newestMatches(scope: QueryScope, limit: number, maxCount: number): Matches {
  const tail = scanTails(scope);
  const scans = scope.segments.map((view) => ({
    view,
    ...scan(view, buildConjuncts(view, scope.tree), { limit, maxCount }),
  }));
  const positions = limit === 0 ? [] : tail.map(({ id, moment }) => ({ key: moment, id }));
  return {
    total: scans.reduce((sum, one) => sum + one.total, tail.length),
    streams: [
      sortedStream(positions, NEWEST_FIRST),
      ...scans.map(({ view, rows }) => segmentStream(view, rows)),
    ],
  };
}

/** The first matches in any order as streams, and their exact total. */
function orderedMatches(scope: QueryScope, order: SortOrder, limit: number): Matches | undefined {
  const tail = scanTails(scope).map((row) => ({ key: tailKey(row, order), id: row.id }));
  const streams = [sortedStream(tail, order)];
  let total = tail.length;
  for (const view of scope.segments) {
    const { segment } = view;
    const rowOrder = openRowOrder(segment, order);
    if (rowOrder === undefined) return undefined;
    const matches = matchBitmap(view, buildConjuncts(view, scope.tree));
    const found = countBits(matches);
    total += found;
    const rows = firstInOrder({ segment, order, rowOrder, matches, total: found }, limit);
    streams.push(segmentStream(view, rows, rowOrder.keyAt));
  }
  return { total, streams };
}

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

const MICROSECONDS = 1_000;

/** Every match changed at this moment or later, in microseconds; -Infinity when the tree does not say so. */
function updatedSince(tree: Tree, column: string): number {
  if (tree.kind === 'leaf')
    return Math.max(
      -Infinity,
      ...tree.tests.map((test) =>
        test.kind === 'time' && test.filter.column === column
          ? (test.operand.from ?? -Infinity) * MICROSECONDS
          : -Infinity,
      ),
    );
  const parts = tree.nodes.map((node) => updatedSince(node, column));
  return tree.kind === 'and' ? Math.max(-Infinity, ...parts) : Math.min(...parts, Infinity);
}

/** The tree, of matches that changed at this moment or later. */
function withUpdatedSince(tree: Tree, column: string, moment: number): Tree {
  const filter = filters.find((one) => one.kind === 'time' && one.column === column);
  if (filter?.kind !== 'time') throw new Error(`no time filter reads ${column}`);
  const operand = { from: Math.ceil(moment / MICROSECONDS) };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: [{ kind: 'time', filter, operand }] }, tree] };
}
