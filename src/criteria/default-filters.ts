import { filters } from '../catalogue/filters.ts';
import type { Test, Tree } from './tree.ts';

/** Each leaves some properties out of a tree that says nothing about it, nor about a filter that lifts it. */
const defaultFilters = filters.flatMap((filter) =>
  filter.kind === 'switch' && filter.whenAbsent !== undefined
    ? [
        {
          test: { kind: 'switch', filter, operand: filter.whenAbsent } satisfies Test,
          liftedBy: new Set<string>([filter.path, ...(filter.liftedBy ?? [])]),
        },
      ]
    : [],
);

/**
 * What a tree is taken to ask when it says nothing: properties on the market whose price is not known to be wrong. A filter that is
 * mentioned anywhere in the tree, or one that lifts it, leaves the whole tree without that mask.
 */
export function defaultFiltersFor(tree: Tree): Test[] {
  return defaultFilters.filter(({ liftedBy }) => !usesAnyPath(tree, liftedBy)).map(({ test }) => test);
}

const usesAnyPath = (tree: Tree, paths: ReadonlySet<string>): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.some(({ filter }) => paths.has(filter.path))
    : tree.nodes.some((node) => usesAnyPath(node, paths));

/** The tree with its masks. Search and alerts judge this one, whatever compiles it. */
export function withDefaultFilters(tree: Tree): Tree {
  const masks = defaultFiltersFor(tree);
  if (masks.length === 0) return tree;
  if (tree.kind === 'leaf') return { kind: 'leaf', tests: [...masks, ...tree.tests] };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: masks }, tree] };
}
