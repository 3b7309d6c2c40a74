import { columnsOf } from '../../../catalogue/filters.ts';
import { bySubject } from '../../../criteria/sections.ts';
import type { Test, Tree } from '../../../criteria/tree.ts';
import { type Bits, bitsFor } from './bits.ts';
import { type Conjunct, cellTable, codedConjunct, WEIGHTS } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Kinds } from './place-conjunct.ts';
import { TRANSACTION, TYPE } from './places-of.ts';
import { subjectTestOf } from './row-cells.ts';
import { scanInto } from './scan.ts';
import { type Sift, testOf, testSift } from './sifts.ts';
import { cellHolds, matchesOf, testConjuncts } from './test-conjunct.ts';

/** What all must hold of a row for the tree to hold, with where to look for such rows. */
export function conjunctsOf(view: OpenSegment, tree: Tree): Conjunct[] {
  const { leaves, alternatives } = taken(tree);
  let known: Kinds | undefined;
  // Only lists of places ask.
  const kinds: Kinds = (transaction, type) => {
    known ??= kindsIn(view, leaves.flat());
    return known(transaction, type);
  };
  return [
    ...leaves.flatMap((tests) => leafConjuncts(view, tests, kinds)),
    ...alternatives.map((nodes) => alternativesConjunct(view, nodes)),
  ];
}

/** The leaves that all must hold, whatever groups they stand in, and the choices between trees. */
function taken(tree: Tree): { leaves: (readonly Test[])[]; alternatives: (readonly Tree[])[] } {
  if (tree.kind === 'leaf') return { leaves: [tree.tests], alternatives: [] };
  const [only] = tree.nodes;
  if (tree.kind === 'or' && tree.nodes.length === 1 && only) return taken(only);
  if (tree.kind === 'or') return { leaves: [], alternatives: [tree.nodes] };
  const parts = tree.nodes.map(taken);
  return {
    leaves: parts.flatMap(({ leaves }) => leaves),
    alternatives: parts.flatMap(({ alternatives }) => alternatives),
  };
}

function kindsIn(view: OpenSegment, tests: readonly Test[]): Kinds {
  const passes = (name: string) => {
    const own = tests.filter((test) => test.kind === 'set' && test.filter.column === name).map(cellHolds);
    return cellTable(view.coded(name).cells, (cell) => own.every((holds) => holds(cell)));
  };
  const [transaction, type] = [passes(TRANSACTION), passes(TYPE)];
  return (first, second) => transaction.passes(first) && type.passes(second);
}

/** Tests of publishers, of listings and of changes hold for ONE of them each. */
function leafConjuncts(view: OpenSegment, tests: readonly Test[], kinds: Kinds): Conjunct[] {
  return [...bySubject(tests)].flatMap(([judged, own]) => {
    const starts = view.segment.subjects[judged];
    if (starts === undefined) return own.flatMap((test) => testConjuncts(view, test, kinds));
    const [only] = own;
    const [column] = only === undefined ? [] : columnsOf(only.filter);
    if (own.length === 1 && only && column && view.column(column).form === 'coded')
      return [codedConjunct(view, { name: column, starts }, cellHolds(only))];
    return [
      {
        sift: () =>
          testSift(
            subjectTestOf(
              view,
              starts,
              own.map((test) => (cells) => matchesOf(test, cells)),
            ),
          ),
        weight: WEIGHTS.other,
      },
    ];
  });
}

/** Some tree of several. */
function alternativesConjunct(view: OpenSegment, nodes: readonly Tree[]): Conjunct {
  const parts = nodes.map((node) => conjunctsOf(view, node));
  const anyOf = (): Sift => {
    const tests = parts.map((part) => testOf(part.map(({ sift }) => sift())));
    return testSift((row) => tests.some((test) => test(row)));
  };
  return { sift: anyOf, weight: WEIGHTS.tree, layers: () => [{ any: [unionOf(view, parts)] }], parts };
}

function unionOf(view: OpenSegment, parts: readonly Conjunct[][]): Bits {
  const union = bitsFor(view.segment.count);
  for (const part of parts) scanInto(union, view, part);
  return union;
}
