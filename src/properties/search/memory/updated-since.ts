import { filters } from '../../../catalogue/filters.ts';
import type { Tree } from '../../../criteria/tree.ts';

const MICROSECONDS = 1_000;

/** Every match changed at this moment or later, in microseconds; -Infinity when the tree does not say so. */
export function updatedSince(tree: Tree, column: string): number {
  if (tree.kind === 'leaf')
    return Math.max(
      -Infinity,
      ...tree.tests.map((test) =>
        test.kind === 'time' && test.filter.column === column
          ? (test.operand.from ?? -Infinity) * MICROSECONDS
          : -Infinity,
      ),
    );
  const parts = tree.nodes.map((node) => updatedSince(node, column));
  return tree.kind === 'and' ? Math.max(-Infinity, ...parts) : Math.min(...parts, Infinity);
}

/** The tree, of matches that changed at this moment or later. */
export function withUpdatedSince(tree: Tree, column: string, moment: number): Tree {
  const filter = filters.find((one) => one.kind === 'time' && one.column === column);
  if (filter?.kind !== 'time') throw new Error(`no time filter reads ${column}`);
  const operand = { from: Math.ceil(moment / MICROSECONDS) };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: [{ kind: 'time', filter, operand }] }, tree] };
}
