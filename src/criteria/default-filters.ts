import { filters } from '../catalogue/filters.ts';
import type { Test, Tree } from './tree.ts';

/** Filters that exclude properties by default, unless the tree mentions them or a filter that lifts them. */
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
 * The default filters of a tree: properties on the market whose price is not known to be wrong. A filter mentioned
 * anywhere in the tree, or one that lifts it, disables its default for the whole tree.
 */
export function defaultFiltersFor(tree: Tree): Test[] {
  return defaultFilters.filter(({ liftedBy }) => !usesAnyPath(tree, liftedBy)).map(({ test }) => test);
}

const usesAnyPath = (tree: Tree, paths: ReadonlySet<string>): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.some(({ filter }) => paths.has(filter.path))
    : tree.nodes.some((node) => usesAnyPath(node, paths));

/** The tree with its default filters. Search and alerts evaluate this tree. */
export function withDefaultFilters(tree: Tree): Tree {
  const defaults = defaultFiltersFor(tree);
  if (defaults.length === 0) return tree;
  if (tree.kind === 'leaf') return { kind: 'leaf', tests: [...defaults, ...tree.tests] };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: defaults }, tree] };
}
