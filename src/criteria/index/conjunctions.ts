import type { Leaf, Test, Tree } from '../tree.ts';

/** One way to pass a tree: all its parts hold. A tree among the parts was too branched to be taken apart. */
export type Conjunction = readonly (Leaf | Tree)[];

/** Ways that one `and` is multiplied out to: 32 times a handful of tests is still less than one tree judged plainly. */
const MAX_CONJUNCTIONS = 32;

/** The tree as ways to pass it: it holds exactly when one of them does. */
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

/** The tests of a branch that judge the property itself, and groups that must be judged as they stand. */
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
