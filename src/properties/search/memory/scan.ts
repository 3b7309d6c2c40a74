import { type Bitmap, createBitmap, setBit } from './bitmap-cache.ts';
import { addIntersection, type BitmapIntersection, countIntersection } from './bitmap-intersection.ts';
import { type BlockFilter, exclusionFilter, predicateFilter } from './block-filters.ts';
import {
  collectRows,
  collectUnordered,
  eachBlock,
  isSortedAndDisjoint,
  mergeScans,
  openSources,
  type ScanHits,
  type ScanPlan,
  type ScanRequest,
  topRows,
} from './collect-rows.ts';
import type { Conjunct } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';

/** Up to so many rows are read from the front of each list. */
const MAX_TOP_ROWS = 256;

/** Candidates above one row in this many are not worth listing: a bitmap intersection is scanned instead. */
const MIN_SELECTIVITY = 4;

/** The rows of a segment that satisfy all conjuncts, in order. */
export function scan(view: OpenSegment, conjuncts: readonly Conjunct[], request: ScanRequest): ScanHits {
  const { count } = view.segment;
  if (conjuncts.length === 0 && request.extraFilter === undefined && !request.from) {
    // No condition: reads the first rows only, the total is known.
    const { rows } = countIntersection(buildIntersection(view, [], 0), {
      limit: request.limit,
      maxCount: request.limit,
    });
    return { rows, total: Math.min(count - view.tombstoneCount, request.maxCount) };
  }
  const [only] = conjuncts;
  const parts = (conjuncts.length === 1 && only?.alternatives) || [conjuncts];
  const plans = parts.map((part) => buildPlan(view, part, request));
  if (request.maxCount <= MAX_TOP_ROWS) return topRows(view, plans, request);
  if (plans.length > 1 && plans.every((plan) => 'candidates' in plan))
    return collectUnordered(view, plans, request);
  return scanAll(
    view,
    plans.length === 1 ? (plans[0] as ScanPlan) : buildPlan(view, conjuncts, request),
    request,
  );
}

function scanAll(view: OpenSegment, plan: ScanPlan, request: ScanRequest): ScanHits {
  if ('candidates' in plan && !isSortedAndDisjoint(plan.candidates))
    return collectUnordered(view, [plan], request);
  if ('intersection' in plan && plan.filters.length === 0)
    return countIntersection(plan.intersection, request);
  return mergeScans(
    openSources(plan).map((source) => collectRows(source, plan.filters, request)),
    request,
  );
}

/** All rows that satisfy the conjuncts. */
export function matchBitmap(
  view: OpenSegment,
  conjuncts: readonly Conjunct[],
  extraFilter?: BlockFilter,
): Bitmap {
  const matches = createBitmap(view.segment.count);
  addMatches(matches, buildPlan(view, conjuncts, extraFilter === undefined ? {} : { extraFilter }));
  return matches;
}

/** Adds all rows that satisfy the conjuncts to the union. */
export const addScan = (union: Bitmap, view: OpenSegment, conjuncts: readonly Conjunct[]): void =>
  addMatches(union, buildPlan(view, conjuncts, {}));

function addMatches(union: Bitmap, plan: ScanPlan): void {
  const { filters } = plan;
  if ('intersection' in plan && filters.length === 0) {
    addIntersection(union, plan.intersection);
    return;
  }
  for (const source of openSources(plan))
    eachBlock(source, filters, (rows, count) => {
      for (let at = 0; at < count; at += 1) setBit(union, rows[at] as number);
      return true;
    });
}

function buildPlan(
  view: OpenSegment,
  conjuncts: readonly Conjunct[],
  { from = 0, extraFilter }: Pick<ScanRequest, 'from' | 'extraFilter'>,
): ScanPlan {
  const more = extraFilter === undefined ? [] : [extraFilter];
  const best = mostSelective(conjuncts);
  if (best?.candidates === undefined || best.candidates.size > view.segment.count / MIN_SELECTIVITY) {
    const left = conjuncts.filter(
      ({ bitmapClauses, range }) => bitmapClauses === undefined && range === undefined,
    );
    return {
      intersection: buildIntersection(view, conjuncts, from),
      filters: [...orderedFilters(left), ...more],
    };
  }
  const { candidates } = best;
  const left = conjuncts.filter(
    (one) => !(one === best && candidates.exact) && !(one.isKind && candidates.matchesKinds),
  );
  const { tombstoneCount, tombstones } = view;
  const filters = [
    ...(tombstoneCount > 0 ? [exclusionFilter(tombstones)] : []),
    ...orderedFilters(left),
    ...more,
  ];
  if (from > 0 && !isSortedAndDisjoint(candidates)) filters.unshift(predicateFilter((row) => row >= from));
  return { candidates, from, filters };
}

function mostSelective(conjuncts: readonly Conjunct[]): Conjunct | undefined {
  let best: Conjunct | undefined;
  for (const one of conjuncts)
    if (one.candidates && one.candidates.size < (best?.candidates?.size ?? Infinity)) best = one;
  return best;
}

const orderedFilters = (conjuncts: readonly Conjunct[]): BlockFilter[] =>
  conjuncts.toSorted((one, other) => one.weight - other.weight).map(({ filter }) => filter());

function buildIntersection(
  view: OpenSegment,
  conjuncts: readonly Conjunct[],
  from: number,
): BitmapIntersection {
  const clauses = conjuncts.flatMap((one) => one.bitmapClauses?.() ?? one.coarseClauses?.() ?? []);
  if (view.tombstoneCount > 0) clauses.push({ any: [view.tombstones], isExcluded: true });
  const ranges = conjuncts.flatMap(({ range }) => (range === undefined ? [] : [range]));
  return {
    clauses,
    start: Math.max(from, ...ranges.map(([first]) => first)),
    end: Math.min(view.segment.count, ...ranges.map(([, last]) => last)),
  };
}
