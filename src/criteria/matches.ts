import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { cellReader, countSubjects } from './columns.ts';
import type { RowTest } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import type { SearchRow } from './search-row.ts';
import { groupByScope, type Test, type Tree, withDefaultFilters } from './tree.ts';

export type Predicate = (property: SearchRow) => boolean;

/** The tree with its default filters as an in-memory predicate that agrees with its SQL. */
export const compilePredicate = (tree: Tree): Predicate => compileTree(withDefaultFilters(tree));

/** The tree without default filters. */
export function compileTree(tree: Tree): Predicate {
  if (tree.kind === 'leaf') return conjunction([...compileLeaf(tree.tests)]);
  const parts = tree.nodes.map(compileTree);
  return tree.kind === 'and' ? conjunction(parts) : (property) => parts.some((part) => part(property));
}

/** Separate loops for one, two and many tests: a leaf of two tests takes about 10 ns. */
function conjunction(parts: readonly Predicate[]): Predicate {
  const [first, second] = parts;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (parts.length === 2) return (property) => first(property) && second(property);
  return (property) => {
    for (const part of parts) if (!part(property)) return false;
    return true;
  };
}

export const compileRowTest = ({ kind, filter, operand }: Test): RowTest =>
  kindOf(kind).matches(operand, filter, cellReader);

function* compileLeaf(tests: readonly Test[]): Generator<Predicate> {
  for (const [scope, own] of groupByScope(tests)) {
    const rowTests = own.map(compileRowTest);
    if (scope !== 'property') {
      yield anySubject(scope, rowTests);
      continue;
    }
    for (const test of rowTests) yield (property) => test(property, 0);
  }
}

/** Whether one publisher, listing or change passes every test. */
function anySubject(scope: FilterScope, tests: readonly RowTest[]): Predicate {
  return (property) => {
    const count = countSubjects(scope, property);
    for (let at = 0; at < count; at += 1) if (tests.every((test) => test(property, at))) return true;
    return false;
  };
}
