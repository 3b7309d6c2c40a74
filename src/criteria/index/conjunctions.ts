import type { Leaf, Test, Tree } from '../tree.ts';

/** One conjunction of the disjunctive normal form. A tree among the parts was too branched to expand. */
export type Conjunction = readonly (Leaf | Tree)[];

/**
 * The limit of the expansion of one `and`: 32 conjunctions of a few tests still cost less than evaluating the
 * tree.
 */
const MAX_CONJUNCTIONS = 32;

/** The disjunctive normal form of the tree: it matches exactly when one conjunction does. */
export function toConjunctions(tree: Tree): readonly Conjunction[] {
  if (tree.kind === 'leaf') return [[tree]];
  if (tree.kind === 'or') return tree.nodes.flatMap(toConjunctions);
  return tree.nodes
    .map((node) => ({ node, ways: toConjunctions(node) }))
    .sort((one, other) => one.ways.length - other.ways.length)
    .reduce<readonly Conjunction[]>(
      (products, { node, ways }) => {
        if (products.length * ways.length > MAX_CONJUNCTIONS) return products.map((way) => [...way, node]);
        return products.flatMap((way) => ways.map((more) => [...way, ...more]));
      },
      [[]],
    );
}

/** The tests of a branch on the property itself, and groups that are evaluated as they are. */
export interface SplitConjunction {
  readonly own: readonly Test[];
  readonly groups: readonly Tree[];
}

export function splitConjunction(branch: Conjunction): SplitConjunction {
  const own: Test[] = [];
  const groups: Tree[] = [];
  for (const part of branch) {
    if (part.kind !== 'leaf') {
      groups.push(part);
      continue;
    }
    const others: Test[] = [];
    for (const test of part.tests) (test.filter.scope === 'property' ? own : others).push(test);
    if (others.length > 0) groups.push({ kind: 'leaf', tests: others });
  }
  return { own, groups };
}
