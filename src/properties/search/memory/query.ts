import { columnAt } from '../../../criteria/columns.ts';
import { compileTree } from '../../../criteria/matches.ts';
import type { Tree } from '../../../criteria/tree.ts';
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
import { type UnsupportedReason, unsupportedReason } from './unsupported-reason.ts';

type OrUnsupported<Found> = Found | UnsupportedReason;

const isNewestFirst = ({ field, direction }: SortOrder): boolean =>
  field === 'UPDATED_AT' && direction === 'DESC';

export function queryCount(held: IndexSnapshot, tree: Tree): OrUnsupported<number> {
  return unsupportedReason(held, tree) ?? scanIndex(held, tree, 0, MAX_COUNTED_ROWS).total;
}

export function queryPage(held: IndexSnapshot, asked: PageQuery): OrUnsupported<PageHits> {
  const { criteria, order, offset, limit, maxCount = MAX_COUNTED_ROWS } = asked;
  const refusal = unsupportedReason(held, criteria);
  if (refusal !== undefined) return refusal;
  if (limit > 0 && !isNewestFirst(order)) return sortedPage(held, asked);
  const { streams, total } = scanIndex(held, criteria, offset + limit, maxCount);
  return toPageHits(held, total, limit === 0 ? [] : mergeStreams(streams, offset, offset + limit));
}

const toPageHits = (held: IndexSnapshot, total: number, found: readonly SearchHit[]): PageHits => ({
  total,
  ids: found.map(({ id }) => id),
  serialized: (count) => serializePage(held, found.slice(0, count)),
});

/** So many of the newest as streams, and how many there are in all. */
function scanIndex(held: IndexSnapshot, tree: Tree, limit: number, maxCount: number) {
  const tail = scanTail(held, tree);
  const scans = held.segments.map((view) => ({
    view,
    ...scan(view, buildConjuncts(view, tree), { limit: limit, maxCount: maxCount }),
  }));
  const total = scans.reduce((sum, one) => sum + one.total, tail.length);
  return {
    total: Math.min(total, maxCount),
    streams: [sortedStream(tail), ...scans.map(({ view, rows }) => segmentStream(view, rows))],
    tail,
    scans,
  };
}

/** What a tree is taken to ask when it says nothing holds of all that is held. */
function scanTail({ tail }: IndexSnapshot, tree: Tree): IndexRow[] {
  if (tail.size === 0) return [];
  const holds = compileTree(tree);
  return [...tail.candidates(tree)].filter(({ cells }) => holds(cells));
}

/** Another order than that of the rows: as long as all that were found can be sorted. */
function sortedPage(held: IndexSnapshot, asked: PageQuery): OrUnsupported<PageHits> {
  const { criteria, order, offset, limit, maxCount = MAX_COUNTED_ROWS } = asked;
  const { total, tail, scans } = scanIndex(held, criteria, MAX_COUNTED_ROWS, MAX_COUNTED_ROWS);
  if (total >= MAX_COUNTED_ROWS) return 'order';
  const name = sortColumns[order.field];
  const { position } = columnAt(name);
  const isUpdated = order.field === 'UPDATED_AT';
  const places = tail.map(
    ({ id, moment, cells }): SearchHit => ({ id, key: isUpdated ? moment : (cells[position] as SortKey) }),
  );
  for (const { view, rows } of scans) {
    const { segment } = view;
    const column = segment.columns[name];
    for (const row of rows) {
      const key = isUpdated ? segment.moments[row] : column && (cellAt(column, row) as SortKey);
      places.push({ id: idAt(segment, row), key: key ?? null, view, row });
    }
  }
  places.sort(compareBy(order));
  return toPageHits(held, Math.min(total, maxCount), places.slice(offset, offset + limit));
}

/** Of equals by id, in the same direction. What is not known comes last either way. */
function compareBy({ direction }: SortOrder): (one: SortPosition, other: SortPosition) => number {
  const way = direction === 'DESC' ? -1 : 1;
  return (one, other) => {
    if (one.key !== other.key) {
      if (one.key === null) return 1;
      if (other.key === null) return -1;
      return one.key < other.key ? -way : way;
    }
    return one.id < other.id ? -way : way;
  };
}

/** A step of a walk, each property at the place it had when the walk began. */
export function queryCursor(
  held: IndexSnapshot,
  { criteria, order, limit, from }: CursorQuery,
): OrUnsupported<CursorHits> {
  const refusal = unsupportedReason(held, criteria);
  if (refusal !== undefined) return refusal;
  if (!isNewestFirst(order)) return 'order';
  if ((from?.asOf ?? held.watermark) < held.oldestCursor) return 'old-walk';
  // Begun where more was known already, in SQL or in another thread or process: here a row may still stand where it stood before.
  if (from !== undefined && from.asOf > held.watermark) return 'newer-walk';
  const start = from ?? { asOf: held.watermark, total: scanIndex(held, criteria, 0, Infinity).total };
  const found = limit === 0 ? [] : scanAfter(held, criteria, start, limit);
  return {
    positions: found.map(({ key, id }) => ({ key, id })),
    total: start.total,
    asOf: start.asOf,
    serialized: (count) => serializePage(held, found.slice(0, count)),
  };
}

function scanAfter(
  held: IndexSnapshot,
  tree: Tree,
  { asOf, last }: CursorPosition,
  limit: number,
): SearchHit[] {
  const holds = compileTree(tree);
  const after = last && { moment: last.key ?? 0, id: last.id };
  const isAfter = (place: Pick<IndexRow, 'moment' | 'id'>): boolean =>
    after === undefined || compareNewestFirst(after, place) < 0;
  const tail = [...held.tail.candidates(tree)].filter(
    (row) => row.placed <= asOf && isAfter(row) && holds(row.cells),
  );
  const views = held.segments.map((view) => {
    const conjuncts = buildConjuncts(view, tree);
    return { view, conjuncts, test: rowPredicate(conjuncts.map(({ filter }) => filter())) };
  });
  const passes = (id: string): boolean => {
    const cells = held.tailCells(id);
    if (cells !== undefined) return holds(cells);
    return views.some(({ view, test }) => {
      const row = view.findLiveRow(id);
      return row !== undefined && test(row);
    });
  };
  const moved: Pick<IndexRow, 'moment' | 'id'>[] = [];
  for (const [id, past] of held.past)
    for (const { placed, replaced, moment } of past)
      if (placed <= asOf && replaced > asOf && isAfter({ moment, id }) && passes(id))
        moved.push({ moment, id });
  const streams = views.map(({ view, conjuncts }) => {
    const { segment } = view;
    const also = rangeFilter(segment.placed, -Infinity, asOf);
    const start = after === undefined ? 0 : rowAfter(segment, after.moment, after.id);
    return segmentStream(
      view,
      scan(view, conjuncts, { limit: limit, maxCount: limit, from: start, also }).rows,
    );
  });
  return mergeStreams([sortedStream(tail), sortedStream(moved), ...streams], 0, limit);
}
