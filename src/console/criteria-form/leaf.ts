import { isObject } from '../../lib/is-object.ts';

/** A leaf of the criteria tree as JSON. It is not parsed while it is edited, because a value may be incomplete. */
export type LeafJson = Readonly<Record<string, unknown>>;

export function readFilter(leaf: LeafJson, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), leaf);
}

/** The leaf with another operand at a path; undefined removes it, with the branches that are then empty. */
export function writeFilter(leaf: LeafJson, path: string, operand: unknown): LeafJson {
  const [step = '', ...rest] = path.split('.');
  const { [step]: branch, ...others } = leaf;
  const next =
    rest.length === 0 ? operand : writeFilter(isObject(branch) ? branch : {}, rest.join('.'), operand);
  const isEmpty = next === undefined || (isObject(next) && Object.keys(next).length === 0);
  return isEmpty ? others : { ...leaf, [step]: next };
}

/** The object without empty members; undefined when none is left. */
export function pruneEmpty(operand: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(operand).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The alternatives of a tree that is one leaf or an `or` of leaves; other trees are edited as text. */
export function splitAlternatives(tree: unknown): readonly LeafJson[] | undefined {
  if (tree === null || tree === undefined) return [{}];
  if (!isObject(tree)) return undefined;
  if (!('or' in tree) && !('and' in tree)) return [tree];
  const { or, ...rest } = tree;
  if (!Array.isArray(or) || or.length === 0 || Object.keys(rest).length > 0) return undefined;
  const isLeaf = (node: unknown): node is LeafJson => isObject(node) && !('or' in node) && !('and' in node);
  return or.every(isLeaf) ? or : undefined;
}

export function joinAlternatives(alternatives: readonly LeafJson[]): LeafJson {
  const [only = {}] = alternatives;
  return alternatives.length <= 1 ? only : { or: alternatives };
}

/** Criteria from a URL; unreadable ones are empty. */
export function parseTree(text: string | null): LeafJson {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}

export const formatTree = (tree: LeafJson): string | undefined =>
  Object.keys(tree).length === 0 ? undefined : JSON.stringify(tree);
