import type { Filter } from '../../catalogue/filters/kinds.ts';
import { filters } from '../../catalogue/filters.ts';
import { isObject } from '../../lib/is-object.ts';
import { type LeafJson, readFilter, writeFilter } from './leaf.ts';

/** A filter that the criteria use, and the criteria without it. */
export interface ActiveFilter {
  /** Distinguishes the uses of one filter in a tree. */
  readonly key: string;
  readonly filter: Filter;
  readonly operand: unknown;
  readonly without: LeafJson;
  /** From 1: which of the alternatives of an `or` it belongs to. */
  readonly choice?: number | undefined;
}

interface NodePosition {
  readonly rebuild: Rebuild;
  readonly key: string;
  readonly choice?: number | undefined;
}

type Rebuild = (node: LeafJson) => LeafJson;

const GROUPS = ['and', 'or'] as const;
const ROOT: NodePosition = { rebuild: (node) => node, key: '' };

/** Every filter of a tree, however deep. */
export function listActive(tree: LeafJson, position: NodePosition = ROOT): ActiveFilter[] {
  const { rebuild, key: at, choice } = position;
  const own = filters.flatMap((filter): ActiveFilter[] => {
    const operand = readFilter(tree, filter.path);
    if (operand === undefined) return [];
    const without = rebuild(writeFilter(tree, filter.path, undefined));
    return [{ key: `${at}${filter.path}`, filter, operand, without, choice }];
  });
  const inner = GROUPS.flatMap((group) => {
    const nodes = tree[group];
    if (!Array.isArray(nodes)) return [];
    return nodes.flatMap((node: unknown, index) =>
      isObject(node)
        ? listActive(node, {
            rebuild: (changed) => rebuild(replaceNode(tree, group, { index, changed })),
            key: `${at}${group}.${index}.`,
            choice: group === 'or' && nodes.length > 1 ? index + 1 : choice,
          })
        : [],
    );
  });
  return [...own, ...inner];
}

/** A node that is empty is left out: as an alternative it would match every home. */
function replaceNode(
  tree: LeafJson,
  group: (typeof GROUPS)[number],
  { index, changed }: { index: number; changed: LeafJson },
): LeafJson {
  const { [group]: nodes, ...rest } = tree;
  const kept = (nodes as readonly LeafJson[])
    .with(index, changed)
    .filter((node, at) => at !== index || Object.keys(node).length > 0);
  if (kept.length === 0) return rest;
  const [only] = kept;
  return kept.length === 1 && only && Object.keys(rest).length === 0 ? only : { ...rest, [group]: kept };
}
