import type { Judged } from '../catalogue/filters/kinds.ts';
import { cellsOf, subjectCount } from './columns.ts';
import type { RowTest } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { masked } from './masks.ts';
import type { Readable } from './readable.ts';
import { bySubject } from './sections.ts';
import type { Test, Tree } from './tree.ts';

export type Predicate = (property: Readable) => boolean;

/** The tree with its masks as a function of a property: the same answer as its SQL, in memory. */
export const predicateOf = (tree: Tree): Predicate => compiled(masked(tree));

/** The tree as it stands, without masks. */
export function compiled(tree: Tree): Predicate {
  if (tree.kind === 'leaf') return allOf([...leafTests(tree.tests)]);
  const parts = tree.nodes.map(compiled);
  return tree.kind === 'and' ? allOf(parts) : (property) => parts.some((part) => part(property));
}

/** Plain loops of one, two and many: a leaf of two tests is judged in some 10 ns. */
function allOf(parts: readonly Predicate[]): Predicate {
  const [first, second] = parts;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (parts.length === 2) return (property) => first(property) && second(property);
  return (property) => {
    for (const part of parts) if (!part(property)) return false;
    return true;
  };
}

export const testOf = ({ kind, filter, asked }: Test): RowTest =>
  kindOf(kind).matches(asked, filter, cellsOf);

function* leafTests(tests: readonly Test[]): Generator<Predicate> {
  for (const [judged, own] of bySubject(tests)) {
    const rowTests = own.map(testOf);
    if (judged !== 'property') {
      yield someSubject(judged, rowTests);
      continue;
    }
    for (const test of rowTests) yield (property) => test(property, 0);
  }
}

/** One publisher, listing or change that passes all. */
function someSubject(judged: Judged, tests: readonly RowTest[]): Predicate {
  return (property) => {
    const count = subjectCount(judged, property);
    for (let at = 0; at < count; at += 1) if (tests.every((test) => test(property, at))) return true;
    return false;
  };
}
