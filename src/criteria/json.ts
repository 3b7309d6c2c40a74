import { kindOf } from './kinds/kinds.ts';
import type { Test, Tree } from './tree.ts';

/** The tree as JSON that parses to it again: it is stored, and sent in `nextRequestBody`. */
export function criteriaJson(tree: Tree): Record<string, unknown> {
  if (tree.kind !== 'leaf') return { [tree.kind]: tree.nodes.map(criteriaJson) };
  const leaf: Record<string, unknown> = {};
  for (const test of tree.tests) put(leaf, test);
  return leaf;
}

function put(leaf: Record<string, unknown>, { kind, filter, operand }: Test): void {
  const steps = filter.path.split('.');
  const last = steps.pop() ?? '';
  const branch = steps.reduce((at, step) => {
    at[step] ??= {};
    return at[step] as Record<string, unknown>;
  }, leaf);
  branch[last] = kindOf(kind).json(operand);
}
