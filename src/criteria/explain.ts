import type { Judged as Subject } from '../catalogue/filters/kinds.ts';
import { cellsOf, subjectCount } from './columns.ts';
import type { Look } from './kinds/kind.ts';
import { type AnyKind, kindOf } from './kinds/kinds.ts';
import { masksOf } from './masks.ts';
import { testOf } from './matches.ts';
import type { Readable } from './readable.ts';
import { bySubject } from './sections.ts';
import type { Test, Tree } from './tree.ts';

/** MISSING: it fails because what it needs is not known. */
export type Verdict = 'PASS' | 'FAIL' | 'MISSING';

/** One filter of a leaf, what it asks, what it saw of the property, and what follows. */
export interface ExplainedFilter {
  readonly path: string;
  readonly label: string;
  readonly asked: unknown;
  /** Null when it is not known. */
  readonly seen: unknown;
  readonly verdict: Verdict;
}

/** The tree again, with what became of each of its nodes. */
export type ExplainedNode =
  | { readonly verdict: Verdict; readonly and: readonly ExplainedNode[] }
  | { readonly verdict: Verdict; readonly or: readonly ExplainedNode[] }
  | { readonly verdict: Verdict; readonly filters: readonly ExplainedFilter[] };

export interface Explanation {
  readonly matches: boolean;
  readonly tree: ExplainedNode;
  /** What criteria are taken to ask where they say nothing. */
  readonly masks: readonly ExplainedFilter[];
}

/** Why a property meets a tree or does not. It matches exactly when the predicate of the tree holds. */
export function explain(tree: Tree, property: Readable): Explanation {
  const masks = leafFilters(masksOf(tree), property);
  const explained = explainedNode(tree, property);
  return { matches: all([...masks, explained]) === 'PASS', tree: explained, masks };
}

function explainedNode(tree: Tree, property: Readable): ExplainedNode {
  if (tree.kind === 'leaf') {
    const filters = leafFilters(tree.tests, property);
    return { verdict: all(filters), filters };
  }
  const nodes = tree.nodes.map((node) => explainedNode(node, property));
  return tree.kind === 'and' ? { verdict: all(nodes), and: nodes } : { verdict: any(nodes), or: nodes };
}

type Judged = { readonly verdict: Verdict };

const all = (parts: readonly Judged[]): Verdict => {
  if (parts.some(({ verdict }) => verdict === 'FAIL')) return 'FAIL';
  return parts.some(({ verdict }) => verdict === 'MISSING') ? 'MISSING' : 'PASS';
};

/** What is only missing might yet turn out to hold. */
const any = (parts: readonly Judged[]): Verdict => {
  if (parts.some(({ verdict }) => verdict === 'PASS')) return 'PASS';
  return parts.some(({ verdict }) => verdict === 'MISSING') ? 'MISSING' : 'FAIL';
};

const leafFilters = (tests: readonly Test[], property: Readable): ExplainedFilter[] =>
  [...bySubject(tests)].flatMap(([subject, own]) => sectionFilters(subject, own, property));

/** Of several publishers, listings or changes the one is told that comes nearest: no other passes more of the tests. */
function sectionFilters(subject: Subject, tests: readonly Test[], property: Readable): ExplainedFilter[] {
  const count = subject === 'property' ? 1 : subjectCount(subject, property);
  if (count === 0) return tests.map((test) => ({ ...told(test), seen: null, verdict: 'MISSING' }));
  const each = Array.from({ length: count }, (_, at) => tests.map((test) => explained(test, property, at)));
  const passes = (filters: readonly Judged[]) => filters.filter(({ verdict }) => verdict === 'PASS').length;
  return each.reduce((nearest, other) => (passes(other) > passes(nearest) ? other : nearest));
}

function explained(test: Test, property: Readable, at: number): ExplainedFilter {
  const { value, missing } = lookOf(test)(property, at);
  const verdict = testOf(test)(property, at) ? 'PASS' : missing ? 'MISSING' : 'FAIL';
  return { ...told(test), seen: value, verdict };
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
