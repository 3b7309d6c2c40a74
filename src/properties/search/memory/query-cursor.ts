import { compileTree } from '../../../criteria/matches.ts';
import type { CursorPosition } from '../cursor.ts';
import type { CursorHits, CursorQuery } from '../engine.ts';
import { comparePositions, type SortOrder, type SortPosition } from '../order.ts';
import { countBits } from './bitmap-cache.ts';
import { rangeFilter, rowPredicate } from './block-filters.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import { type OpenSegment, rowAfter } from './open-segment.ts';
import {
  isNewestFirst,
  newestMatches,
  type OrUnsupported,
  openScope,
  type QueryScope,
  requireComplete,
} from './query.ts';
import { firstInOrder, openRowOrder, tailKey } from './row-order.ts';
import { buildConjuncts, matchBitmap, scan } from './scan.ts';
import { pageSerializers } from './serialize-page.ts';
import { type HitStream, mergeStreams, type SearchHit, segmentStream, sortedStream } from './streams.ts';

/** One page of a cursor scan: each property at its position of the moment the scan started. */
export function queryCursor(
  index: IndexSnapshot,
  { criteria, order, limit, from }: CursorQuery,
): OrUnsupported<CursorHits> {
  const scope = requireComplete(openScope(index, criteria));
  if (typeof scope === 'string') return scope;
  if (scope.segments.some(({ segment }) => openRowOrder(segment, order) === undefined)) return 'order';
  if ((from?.asOf ?? index.watermark) < index.oldestCursor) return 'cursor-too-old';
  // The scan started in SQL or in another thread or process that knew more: here a row may still be at its former
  // position.
  if (from !== undefined && from.asOf > index.watermark) return 'cursor-ahead';
  const start = from ?? { asOf: index.watermark, total: newestMatches(scope, 0, Infinity).total };
  const found = limit === 0 ? [] : scanAfter(index, scope, { order, limit, start });
  return {
    positions: found.map(({ key, id }) => ({ key, id })),
    total: start.total,
    asOf: start.asOf,
    ...pageSerializers(index, found),
  };
}

interface CursorStep {
  readonly order: SortOrder;
  readonly limit: number;
  readonly start: CursorPosition;
}

function scanAfter(index: IndexSnapshot, scope: QueryScope, step: CursorStep): SearchHit[] {
  const { order, limit, start } = step;
  const { asOf, last } = start;
  const compare = comparePositions(order);
  const isAfter = (position: SortPosition): boolean => last === undefined || compare(last, position) < 0;
  const holds = compileTree(scope.tree);
  const tail = scope.tails.flatMap((rows) =>
    [...rows.candidates(scope.tree)].flatMap((row) => {
      const position = { key: tailKey(row, order), id: row.id };
      return row.positionedAt <= asOf && isAfter(position) && holds(row.cells) ? [position] : [];
    }),
  );
  const matchesNow = currentMatch(scope);
  const moved: SortPosition[] = [];
  for (const [id, past] of index.pastPositions)
    for (const { from, to, keys } of past) {
      const position = { key: keys[order.field], id };
      if (from <= asOf && to > asOf && isAfter(position) && matchesNow(id)) moved.push(position);
    }
  const streams = scope.segments.map((view) => segmentStep(view, scope, step));
  return mergeStreams([sortedStream(tail, order), sortedStream(moved, order), ...streams], order, {
    from: 0,
    to: limit,
  });
}

/** Whether a property satisfies the tree now. Compiled for the first property that moved. */
function currentMatch({ tree, segments, tails }: QueryScope): (id: string) => boolean {
  let tests: { view: OpenSegment; test: (row: number) => boolean }[] | undefined;
  const holds = compileTree(tree);
  return (id) => {
    for (const tail of tails) {
      const cells = tail.get(id)?.cells;
      if (cells !== undefined) return holds(cells);
    }
    tests ??= segments.map((view) => ({
      view,
      test: rowPredicate(buildConjuncts(view, tree).map(({ filter }) => filter())),
    }));
    return tests.some(({ view, test }) => {
      const row = view.findLiveRow(id);
      return row !== undefined && test(row);
    });
  };
}

/** The next matches of a segment that have not moved since the scan started. */
function segmentStep(
  view: OpenSegment,
  { tree }: QueryScope,
  { order, limit, start: { asOf, last } }: CursorStep,
): HitStream {
  const { segment } = view;
  const extraFilter = rangeFilter(segment.positionedAt, -Infinity, asOf);
  const conjuncts = buildConjuncts(view, tree);
  if (isNewestFirst(order)) {
    const from = last === undefined ? 0 : rowAfter(segment, last.key ?? 0, last.id);
    return segmentStream(view, scan(view, conjuncts, { limit, maxCount: limit, from, extraFilter }).rows);
  }
  const rowOrder = openRowOrder(segment, order);
  if (rowOrder === undefined) throw new Error(`a segment has no order by ${order.field}`);
  const matches = matchBitmap(view, conjuncts, extraFilter);
  const found = { segment, order, rowOrder, matches, total: countBits(matches) };
  return segmentStream(view, firstInOrder(found, limit, last), rowOrder.keyAt);
}
