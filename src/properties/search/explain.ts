import type { PropertyResult } from '../../catalogue/document.ts';
import { attributesRead } from '../../catalogue/filters.ts';
import { readable } from '../../criteria/columns.ts';
import { kindOf } from '../../criteria/kinds/kinds.ts';
import { masksOf } from '../../criteria/masks.ts';
import { compiled, predicateOf } from '../../criteria/matches.ts';
import { type Lineage, type Readable, reader } from '../../criteria/readable.ts';
import type { Test, Tree } from '../../criteria/tree.ts';

export type Verdict = 'PASS' | 'FAIL' | 'MISSING';

/** One filter of a leaf, what it asks, what the property says, and what follows. */
export interface ExplainedFilter {
  path: string;
  asked: unknown;
  /** Every value that the filter reads. */
  seen: unknown[];
  verdict: Verdict;
}

export type ExplainedNode =
  | { verdict: Verdict; and: ExplainedNode[] }
  | { verdict: Verdict; or: ExplainedNode[] }
  | { verdict: Verdict; filters: ExplainedFilter[] };

export interface Explanation {
  matches: boolean;
  tree: ExplainedNode;
  /** What the criteria are taken to ask where they say nothing. */
  masks: ExplainedFilter[];
}

/** Why a property meets the criteria, or does not: the tree again, with what was seen at each leaf. */
export function explain(tree: Tree, property: PropertyResult, lineage: Lineage): Explanation {
  const row = readable(property, lineage);
  const explained = (test: Test): ExplainedFilter => explainedFilter(test, property, row);
  return {
    matches: predicateOf(tree)(row),
    tree: explainedNode(tree, row, explained),
    masks: masksOf(tree).map(explained),
  };
}

function explainedNode(tree: Tree, row: Readable, explained: (test: Test) => ExplainedFilter): ExplainedNode {
  const passes = compiled(tree)(row);
  if (tree.kind === 'leaf') {
    const filters = tree.tests.map(explained);
    // Filters of one section may each find a listing, and no listing meet them all: the leaf then fails though none of them does.
    return { verdict: passes ? 'PASS' : summed(filters, false), filters };
  }
  const nodes = tree.nodes.map((node) => explainedNode(node, row, explained));
  const verdict = passes ? 'PASS' : summed(nodes, tree.kind === 'or');
  return tree.kind === 'and' ? { verdict, and: nodes } : { verdict, or: nodes };
}

/** What is only missing might yet turn out to hold: all that fails must be missing, or for an `or` some of it. */
function summed(parts: readonly { verdict: Verdict }[], any: boolean): Verdict {
  const failing = parts.filter(({ verdict }) => verdict !== 'PASS');
  const isMissing = ({ verdict }: { verdict: Verdict }) => verdict === 'MISSING';
  const missing = any ? failing.some(isMissing) : failing.length > 0 && failing.every(isMissing);
  return missing ? 'MISSING' : 'FAIL';
}

function explainedFilter(test: Test, property: PropertyResult, row: Readable): ExplainedFilter {
  const { kind, filter, asked } = test;
  const seen = [...new Set(attributesRead(filter))].flatMap((path) => reader(path)(property));
  const passes = compiled({ kind: 'leaf', tests: [test] })(row);
  const verdict = passes ? 'PASS' : seen.length === 0 ? 'MISSING' : 'FAIL';
  return { path: filter.path, asked: kindOf(kind).json(asked), seen, verdict };
}
