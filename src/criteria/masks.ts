import { filters } from '../catalogue/filters.ts';
import { type Test, type Tree, testsOf } from './tree.ts';

/** Each leaves some properties out of a tree that says nothing about it. */
const maskable = filters.flatMap((filter) =>
  filter.kind === 'switch' && filter.whenAbsent !== undefined ? [{ filter, asked: filter.whenAbsent }] : [],
);

/**
 * What a tree is taken to ask when it says nothing: properties on the market whose price is not known to be wrong. A filter that is
 * mentioned anywhere in the tree, or one that lifts it, leaves the whole tree without that mask.
 */
export function masksOf(tree: Tree): Test[] {
  const mentioned = new Set(testsOf(tree).map(({ filter }) => filter.path));
  return maskable.flatMap(({ filter, asked }): Test[] => {
    const lifted = [filter.path, ...(filter.liftedBy ?? [])].some((path) => mentioned.has(path));
    return lifted ? [] : [{ kind: 'switch', filter, asked }];
  });
}

/** The tree with its masks. Search and alerts judge this one, whatever compiles it. */
export function masked(tree: Tree): Tree {
  const masks = masksOf(tree);
  if (masks.length === 0) return tree;
  if (tree.kind === 'leaf') return { kind: 'leaf', tests: [...masks, ...tree.tests] };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: masks }, tree] };
}
