import { columnAt } from '../../../criteria/columns.ts';
import { defaultFiltersFor } from '../../../criteria/default-filters.ts';
import { compileTree } from '../../../criteria/matches.ts';
import { matchAll, type Tree } from '../../../criteria/tree.ts';
import type { CursorPosition } from '../cursor.ts';
import {
  type CursorHits,
  type CursorQuery,
  MAX_COUNTED_ROWS,
  type PageHits,
  type PageQuery,
} from '../engine.ts';
import { sortColumns } from '../layout.ts';
import type { SortKey, SortOrder, SortPosition } from '../order.ts';
import { rangeFilter, rowPredicate } from './block-filters.ts';
import { buildConjuncts } from './conjuncts.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import { cellAt } from './indexed-columns.ts';
import { scan } from './scan.ts';
import { type IndexRow, idAt, rowAfter } from './segment.ts';
import { serializePage } from './serialize-page.ts';
import { compareNewestFirst, mergeStreams, type SearchHit, segmentStream, sortedStream } from './streams.ts';

const DEFAULT_FILTER_COUNT = defaultFiltersFor(matchAll).length;

/** Why a query cannot be answered from memory. */
export type UnsupportedReason = 'off-market' | 'column' | 'order' | 'cursor-too-old' | 'cursor-ahead';

/** Memory has only properties on the market with a plausible price, and most of their columns. */
function unsupportedReason(index: IndexSnapshot, tree: Tree): UnsupportedReason | undefined {
  if (defaultFiltersFor(tree).length < DEFAULT_FILTER_COUNT) return 'off-market';
  return hasColumns(index, tree) ? undefined : 'column';
}

const hasColumns = (index: IndexSnapshot, tree: Tree): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.every(({ filter }) => index.segments.every((view) => view.supports(filter)))
    : tree.nodes.every((node) => hasColumns(index, node));

type OrUnsupported<Found> = Found | UnsupportedReason;

const isNewestFirst = ({ field, direction }: SortOrder): boolean =>
  field === 'UPDATED_AT' && direction === 'DESC';

export function queryCount(index: IndexSnapshot, tree: Tree): OrUnsupported<number> {
  return unsupportedReason(index, tree) ?? scanIndex(index, tree, 0, MAX_COUNTED_ROWS).total;
}

export function queryPage(index: IndexSnapshot, query: PageQuery): OrUnsupported<PageHits> {
  const { criteria, order, offset, limit, maxCount = MAX_COUNTED_ROWS } = query;
  const unsupported = unsupportedReason(index, criteria);
  if (unsupported !== undefined) return unsupported;
  if (limit > 0 && !isNewestFirst(order)) return sortedPage(index, query);
  const { streams, total } = scanIndex(index, criteria, offset + limit, maxCount);
  return toPageHits(index, total, limit === 0 ? [] : mergeStreams(streams, offset, offset + limit));
}

const toPageHits = (index: IndexSnapshot, total: number, found: readonly SearchHit[]): PageHits => ({
  total,
  ids: found.map(({ id }) => id),
  serialized: (count) => serializePage(index, found.slice(0, count)),
});

/** The newest matches as streams, and their total. */
function scanIndex(index: IndexSnapshot, tree: Tree, limit: number, maxCount: number) {
  const tail = scanTail(index, tree);
  const scans = index.segments.map((view) => ({
    view,
    ...scan(view, buildConjuncts(view, tree), { limit, maxCount }),
  }));
  const total = scans.reduce((sum, one) => sum + one.total, tail.length);
  return {
    total: Math.min(total, maxCount),
    streams: [sortedStream(tail), ...scans.map(({ view, rows }) => segmentStream(view, rows))],
    tail,
    scans,
  };
}

/** The default filters need no test: the index contains visible properties only. */
function scanTail({ tail }: IndexSnapshot, tree: Tree): IndexRow[] {
  if (tail.size === 0) return [];
  const holds = compileTree(tree);
  return [...tail.candidates(tree)].filter(({ cells }) => holds(cells));
}

/** For other sort orders: works while all matches are few enough to sort. */
function sortedPage(index: IndexSnapshot, query: PageQuery): OrUnsupported<PageHits> {
  const { criteria, order, offset, limit, maxCount = MAX_COUNTED_ROWS } = query;
  const { total, tail, scans } = scanIndex(index, criteria, MAX_COUNTED_ROWS, MAX_COUNTED_ROWS);
  if (total >= MAX_COUNTED_ROWS) return 'order';
  const name = sortColumns[order.field];
  const { position } = columnAt(name);
  const isUpdated = order.field === 'UPDATED_AT';
  const hits = tail.map(
    ({ id, moment, cells }): SearchHit => ({ id, key: isUpdated ? moment : (cells[position] as SortKey) }),
  );
  for (const { view, rows } of scans) {
    const { segment } = view;
    const column = segment.columns[name];
    for (const row of rows) {
      const key = isUpdated ? segment.moments[row] : column && (cellAt(column, row) as SortKey);
      hits.push({ id: idAt(segment, row), key: key ?? null, view, row });
    }
  }
  hits.sort(compareBy(order));
  return toPageHits(index, Math.min(total, maxCount), hits.slice(offset, offset + limit));
}

/** Ties by id in the same direction. Missing keys are last in both directions. */
function compareBy({ direction }: SortOrder): (one: SortPosition, other: SortPosition) => number {
  const sign = direction === 'DESC' ? -1 : 1;
  return (one, other) => {
    if (one.key !== other.key) {
      if (one.key === null) return 1;
      if (other.key === null) return -1;
      return one.key < other.key ? -sign : sign;
    }
    return one.id < other.id ? -sign : sign;
  };
}

/** One page of a cursor scan: each property at its position of the moment the scan started. */
export function queryCursor(
  index: IndexSnapshot,
  { criteria, order, limit, from }: CursorQuery,
): OrUnsupported<CursorHits> {
  const unsupported = unsupportedReason(index, criteria);
  if (unsupported !== undefined) return unsupported;
  if (!isNewestFirst(order)) return 'order';
  if ((from?.asOf ?? index.watermark) < index.oldestCursor) return 'cursor-too-old';
  // The scan started in SQL or in another thread or process that knew more: here a row may still be at its former
  // position.
  if (from !== undefined && from.asOf > index.watermark) return 'cursor-ahead';
  const start = from ?? { asOf: index.watermark, total: scanIndex(index, criteria, 0, Infinity).total };
  const found = limit === 0 ? [] : scanAfter(index, criteria, start, limit);
  return {
    positions: found.map(({ key, id }) => ({ key, id })),
    total: start.total,
    asOf: start.asOf,
    serialized: (count) => serializePage(index, found.slice(0, count)),
  };
}

function scanAfter(
  index: IndexSnapshot,
  tree: Tree,
  { asOf, last }: CursorPosition,
  limit: number,
): SearchHit[] {
  const holds = compileTree(tree);
  const after = last && { moment: last.key ?? 0, id: last.id };
  const isAfter = (position: Pick<IndexRow, 'moment' | 'id'>): boolean =>
    after === undefined || compareNewestFirst(after, position) < 0;
  const tail = [...index.tail.candidates(tree)].filter(
    (row) => row.positionedAt <= asOf && isAfter(row) && holds(row.cells),
  );
  const views = index.segments.map((view) => {
    const conjuncts = buildConjuncts(view, tree);
    return { view, conjuncts, test: rowPredicate(conjuncts.map(({ filter }) => filter())) };
  });
  const matchesNow = (id: string): boolean => {
    const cells = index.tailCells(id);
    if (cells !== undefined) return holds(cells);
    return views.some(({ view, test }) => {
      const row = view.findLiveRow(id);
      return row !== undefined && test(row);
    });
  };
  const moved: Pick<IndexRow, 'moment' | 'id'>[] = [];
  for (const [id, past] of index.pastPositions)
    for (const { from, to, moment } of past)
      if (from <= asOf && to > asOf && isAfter({ moment, id }) && matchesNow(id)) moved.push({ moment, id });
  const streams = views.map(({ view, conjuncts }) => {
    const { segment } = view;
    const also = rangeFilter(segment.positionedAt, -Infinity, asOf);
    const start = after === undefined ? 0 : rowAfter(segment, after.moment, after.id);
    return segmentStream(
      view,
      scan(view, conjuncts, { limit, maxCount: limit, from: start, extraFilter: also }).rows,
    );
  });
  return mergeStreams([sortedStream(tail), sortedStream(moved), ...streams], 0, limit);
}
