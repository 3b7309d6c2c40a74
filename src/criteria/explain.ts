import type { FilterScope as Subject } from '../catalogue/filters/kinds.ts';
import { cellReader, countSubjects } from './columns.ts';
import type { CellExplainer } from './kinds/kind.ts';
import { type AnyKindSpec, kindOf } from './kinds/kinds.ts';
import { compileRowTest } from './matches.ts';
import type { SearchRow } from './search-row.ts';
import { defaultFiltersFor, groupByScope, type Test, type Tree } from './tree.ts';

/** MISSING: the filter fails because its value is unknown. */
export type FilterVerdict = 'PASS' | 'FAIL' | 'MISSING';

/** One filter of a leaf: its operand, the value of the property, and the verdict. */
export interface ExplainedFilter {
  readonly path: string;
  readonly label: string;
  readonly asked: unknown;
  /** Null when unknown. */
  readonly seen: unknown;
  readonly verdict: FilterVerdict;
}

/** The tree with the verdict of each node. */
export type ExplainedNode =
  | { readonly verdict: FilterVerdict; readonly and: readonly ExplainedNode[] }
  | { readonly verdict: FilterVerdict; readonly or: readonly ExplainedNode[] }
  | { readonly verdict: FilterVerdict; readonly filters: readonly ExplainedFilter[] };

export interface Explanation {
  readonly matches: boolean;
  readonly tree: ExplainedNode;
  /** The default filters of the tree. */
  readonly masks: readonly ExplainedFilter[];
}

/** Explains why a property matches a tree or not. It agrees with the predicate of the tree. */
export function explain(tree: Tree, property: SearchRow): Explanation {
  const masks = explainLeaf(defaultFiltersFor(tree), property);
  const explained = explainNode(tree, property);
  return { matches: combineAnd([...masks, explained]) === 'PASS', tree: explained, masks };
}

function explainNode(tree: Tree, property: SearchRow): ExplainedNode {
  if (tree.kind === 'leaf') {
    const filters = explainLeaf(tree.tests, property);
    return { verdict: combineAnd(filters), filters };
  }
  const nodes = tree.nodes.map((node) => explainNode(node, property));
  return tree.kind === 'and'
    ? { verdict: combineAnd(nodes), and: nodes }
    : { verdict: combineOr(nodes), or: nodes };
}

type WithVerdict = { readonly verdict: FilterVerdict };

const combineAnd = (parts: readonly WithVerdict[]): FilterVerdict => {
  if (parts.some(({ verdict }) => verdict === 'FAIL')) return 'FAIL';
  return parts.some(({ verdict }) => verdict === 'MISSING') ? 'MISSING' : 'PASS';
};

/** A missing value might satisfy the filter: MISSING outranks FAIL. */
const combineOr = (parts: readonly WithVerdict[]): FilterVerdict => {
  if (parts.some(({ verdict }) => verdict === 'PASS')) return 'PASS';
  return parts.some(({ verdict }) => verdict === 'MISSING') ? 'MISSING' : 'FAIL';
};

const explainLeaf = (tests: readonly Test[], property: SearchRow): ExplainedFilter[] =>
  [...groupByScope(tests)].flatMap(([subject, own]) => explainSection(subject, own, property));

/** Of several publishers, listings or changes, explains the one that passes most tests. */
function explainSection(subject: Subject, tests: readonly Test[], property: SearchRow): ExplainedFilter[] {
  const count = subject === 'property' ? 1 : countSubjects(subject, property);
  if (count === 0) return tests.map((test) => ({ ...describeTest(test), seen: null, verdict: 'MISSING' }));
  const each = Array.from({ length: count }, (_, at) => tests.map((test) => explainTest(test, property, at)));
  const passes = (filters: readonly WithVerdict[]) =>
    filters.filter(({ verdict }) => verdict === 'PASS').length;
  return each.reduce((nearest, other) => (passes(other) > passes(nearest) ? other : nearest));
}

function explainTest(test: Test, property: SearchRow, at: number): ExplainedFilter {
  const { value, missing } = explainerOf(test)(property, at);
  const verdict = compileRowTest(test)(property, at) ? 'PASS' : missing ? 'MISSING' : 'FAIL';
  return { ...describeTest(test), seen: value, verdict };
}

const describeTest = ({ kind, filter, operand }: Test) => ({
  path: filter.path,
  label: filter.label,
  asked: kindOf(kind).json(operand),
});

function explainerOf({ kind, filter, operand }: Test): CellExplainer {
  const known: AnyKindSpec = kindOf(kind);
  if (known.explain) return known.explain(operand, filter, cellReader);
  const cell = cellReader(known.columns(filter)[0]?.name ?? '');
  return (property, at) => {
    const value = cell(property, at);
    return { value, missing: value === null };
  };
}
