import { columnsOf } from '../../../catalogue/filters.ts';
import { groupByScope, type Test, type Tree } from '../../../criteria/tree.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { type Bitmap, createBitmap } from './bitmap-cache.ts';
import { type BlockFilter, predicateFilter, rowPredicate } from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, createCellTable, dictionaryConjunct } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import type { KindFilter } from './place-conjunct.ts';
import { addScan } from './scan.ts';
import { subjectsConjunct } from './subjects-conjunct.ts';
import { compileCellTest, testConjuncts } from './test-conjunct.ts';

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
