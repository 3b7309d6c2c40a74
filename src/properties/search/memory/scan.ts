import { columnsOf } from '../../../catalogue/filters.ts';
import { groupByScope, type Test, type Tree } from '../../../criteria/tree.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { type Bitmap, createBitmap, setBit } from './bitmap-cache.ts';
import { addIntersection, type BitmapIntersection, countIntersection } from './bitmap-intersection.ts';
import { type BlockFilter, exclusionFilter, predicateFilter, rowPredicate } from './block-filters.ts';
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
import { COST_WEIGHTS, type Conjunct, createCellTable, dictionaryConjunct } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import type { KindFilter } from './place-conjunct.ts';
import { subjectsConjunct } from './subjects-conjunct.ts';
import { compileCellTest, testConjuncts } from './test-conjunct.ts';

/** Up to so many rows are read from the front of each list. */
const MAX_TOP_ROWS = 256;

/** Candidates above one row in this many are not worth listing: a bitmap intersection is scanned instead. */
export const MIN_SELECTIVITY = 4;

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
const addScan = (union: Bitmap, view: OpenSegment, conjuncts: readonly Conjunct[]): void =>
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

/** The conditions of a tree as conjuncts, each with its fastest way to find rows. */
export function buildConjuncts(view: OpenSegment, tree: Tree): Conjunct[] {
  const { leaves, alternatives } = splitTree(tree);
  let known: KindFilter | undefined;
  // Evaluated lazily: only posting lists of places need it.
  const kinds: KindFilter = (transaction, type) => {
    known ??= allowedKinds(view, leaves.flat());
    return known(transaction, type);
  };
  return [
    ...leaves.flatMap((tests) => leafConjuncts(view, tests, kinds)),
    ...alternatives.map((nodes) => alternativesConjunct(view, nodes)),
  ];
}

/** Flattens nested `and` groups into leaves, and collects the `or` groups. */
function splitTree(tree: Tree): { leaves: (readonly Test[])[]; alternatives: (readonly Tree[])[] } {
  if (tree.kind === 'leaf') return { leaves: [tree.tests], alternatives: [] };
  const [only] = tree.nodes;
  if (tree.kind === 'or' && tree.nodes.length === 1 && only) return splitTree(only);
  if (tree.kind === 'or') return { leaves: [], alternatives: [tree.nodes] };
  const parts = tree.nodes.map(splitTree);
  return {
    leaves: parts.flatMap(({ leaves }) => leaves),
    alternatives: parts.flatMap(({ alternatives }) => alternatives),
  };
}

function allowedKinds(view: OpenSegment, tests: readonly Test[]): KindFilter {
  const passes = (name: string) => {
    const own = tests
      .filter((test) => test.kind === 'set' && test.filter.column === name)
      .map(compileCellTest);
    return createCellTable(view.dictionaryColumn(name).cells, (cell) => own.every((holds) => holds(cell)));
  };
  const [transaction, type] = [passes(TRANSACTION_COLUMN), passes(TYPE_COLUMN)];
  return (first, second) => transaction.passes(first) && type.passes(second);
}

/** All tests of one scope (publisher, listing, change) must hold for the SAME publisher, listing or change. */
function leafConjuncts(view: OpenSegment, tests: readonly Test[], kinds: KindFilter): Conjunct[] {
  return [...groupByScope(tests)].flatMap(([scope, own]) => {
    const starts = view.segment.subjects[scope];
    if (starts === undefined) return own.flatMap((test) => testConjuncts(view, test, kinds));
    const [only] = own;
    const [column] = only === undefined ? [] : columnsOf(only.filter);
    if (own.length === 1 && only && column && view.column(column).form === 'dictionary')
      return [dictionaryConjunct(view, { name: column, starts }, compileCellTest(only))];
    return [subjectsConjunct(view, starts, own)];
  });
}

/** A conjunct that holds when any of the trees holds. */
function alternativesConjunct(view: OpenSegment, nodes: readonly Tree[]): Conjunct {
  const alternatives = nodes.map((node) => buildConjuncts(view, node));
  const anyOf = (): BlockFilter => {
    const tests = alternatives.map((part) => rowPredicate(part.map(({ filter }) => filter())));
    return predicateFilter((row) => tests.some((test) => test(row)));
  };
  return {
    filter: anyOf,
    weight: COST_WEIGHTS.tree,
    bitmapClauses: () => [{ any: [unionBitmap(view, alternatives)] }],
    alternatives,
  };
}

function unionBitmap(view: OpenSegment, parts: readonly Conjunct[][]): Bitmap {
  const union = createBitmap(view.segment.count);
  for (const part of parts) addScan(union, view, part);
  return union;
}
