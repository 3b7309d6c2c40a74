import type { Judged } from '../catalogue/filters/kinds.ts';
import { cellsOf, subjectCount } from './columns.ts';
import type { Look } from './kinds/kind.ts';
import { type AnyKind, kindOf } from './kinds/kinds.ts';
import { masksOf } from './masks.ts';
import { testOf } from './matches.ts';
import type { Readable } from './readable.ts';
import { bySubject } from './sections.ts';
import type { Test, Tree } from './tree.ts';

/** `missing`: it fails because what it needs is not known. */
export type Outcome = 'pass' | 'fail' | 'missing';

/** One filter of a leaf. */
export interface Check {
  readonly path: string;
  readonly label: string;
  /** The question as JSON. */
  readonly asked: unknown;
  readonly outcome: Outcome;
  readonly seen: unknown;
}

/** The tree again, with what became of each of its nodes. */
export type Explained =
  | { readonly outcome: Outcome; readonly and: readonly Explained[] }
  | { readonly outcome: Outcome; readonly or: readonly Explained[] }
  | { readonly outcome: Outcome; readonly checks: readonly Check[] };

export interface Explanation {
  readonly outcome: Outcome;
  /** What a tree is taken to ask without saying so. */
  readonly masks: readonly Check[];
  readonly criteria: Explained;
}

/** Why a property passes a tree or does not. The outcome is pass exactly when the predicate of the tree holds. */
export function explain(tree: Tree, property: Readable): Explanation {
  const masks = leafChecks(masksOf(tree), property);
  const criteria = explained(tree, property);
  return { outcome: all([...masks, criteria]), masks, criteria };
}

function explained(tree: Tree, property: Readable): Explained {
  if (tree.kind === 'leaf') {
    const checks = leafChecks(tree.tests, property);
    return { outcome: all(checks), checks };
  }
  const nodes = tree.nodes.map((node) => explained(node, property));
  return tree.kind === 'and' ? { outcome: all(nodes), and: nodes } : { outcome: any(nodes), or: nodes };
}

type Told = { readonly outcome: Outcome };

const all = (parts: readonly Told[]): Outcome => {
  if (parts.some(({ outcome }) => outcome === 'fail')) return 'fail';
  return parts.some(({ outcome }) => outcome === 'missing') ? 'missing' : 'pass';
};

const any = (parts: readonly Told[]): Outcome => {
  if (parts.some(({ outcome }) => outcome === 'pass')) return 'pass';
  return parts.some(({ outcome }) => outcome === 'missing') ? 'missing' : 'fail';
};

const leafChecks = (tests: readonly Test[], property: Readable): Check[] =>
  [...bySubject(tests)].flatMap(([judged, own]) => sectionChecks(judged, own, property));

/** Of several publishers, listings or changes the one is told that comes nearest: no other passes more of the tests. */
function sectionChecks(judged: Judged, tests: readonly Test[], property: Readable): Check[] {
  const count = judged === 'property' ? 1 : subjectCount(judged, property);
  if (count === 0) return tests.map((test) => ({ ...told(test), outcome: 'missing', seen: null }));
  const subjects = Array.from({ length: count }, (_, at) => tests.map((test) => check(test, property, at)));
  const passes = (checks: readonly Check[]) => checks.filter(({ outcome }) => outcome === 'pass').length;
  return subjects.reduce((nearest, other) => (passes(other) > passes(nearest) ? other : nearest));
}

function check(test: Test, property: Readable, at: number): Check {
  const { value, missing } = lookOf(test)(property, at);
  const outcome = testOf(test)(property, at) ? 'pass' : missing ? 'missing' : 'fail';
  return { ...told(test), outcome, seen: value };
}

const told = ({ kind, filter, asked }: Test) => ({
  path: filter.path,
  label: filter.label,
  asked: kindOf(kind).json(asked),
});

function lookOf({ kind, filter, asked }: Test): Look {
  const known: AnyKind = kindOf(kind);
  if (known.seen) return known.seen(asked, filter, cellsOf);
  const cell = cellsOf(known.columns(filter)[0]?.name ?? '');
  return (property, at) => {
    const value = cell(property, at);
    return { value, missing: value === null };
  };
}
