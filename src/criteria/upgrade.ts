import { type FormerWords, formerWords } from '../catalogue/filters/former.ts';
import type { Filter } from '../catalogue/filters/kinds.ts';
import { isObject } from '../lib/is-object.ts';
import {
  type FilterBranch,
  filterTree,
  isFilterBranch,
  type ParsedCriteria,
  type ParseOptions,
  parseCriteria,
} from './parse.ts';
import type { Tree } from './tree.ts';

type Members = Record<string, unknown>;

/**
 * Upgrades a tree stored in an older vocabulary to the current one. It was valid when stored, so nothing is
 * validated here; groups are nested 16 deep at most.
 */
export function upgradeCriteria(json: unknown, former: FormerWords = formerWords): unknown {
  if (!isObject(json) || isEmpty(former)) return json;
  const group = ['and', 'or'].find((name) => Array.isArray(json[name]));
  if (group === undefined) return upgradeLeaf(structuredClone(json), former);
  return { ...json, [group]: (json[group] as unknown[]).map((node) => upgradeCriteria(node, former)) };
}

const isEmpty = ({ paths, values }: FormerWords): boolean =>
  Object.keys(paths).length + Object.keys(values).length === 0;

/** A stored tree ready for use. */
export const parseStoredCriteria = (
  json: unknown,
  reading: ParseOptions = {},
  former: FormerWords = formerWords,
): ParsedCriteria => parseCriteria(upgradeCriteria(json, former), reading);

function upgradeLeaf(leaf: Members, { paths, values }: FormerWords): Members {
  for (const [before, now] of Object.entries(paths)) move(leaf, before.split('.'), now.split('.'));
  for (const [path, words] of Object.entries(values))
    reword(leaf, path.split('.'), new Map(Object.entries(words)));
  return leaf;
}

/** A member at both paths was stored by a client that knew the new one: it is retained. */
function move(leaf: Members, before: readonly string[], now: readonly string[]): void {
  const from = branchAt(leaf, before.slice(0, -1), false);
  const name = before.at(-1) ?? '';
  if (from === undefined || !Object.hasOwn(from, name)) return;
  const to = branchAt(leaf, now.slice(0, -1), true);
  const value = from[name];
  delete from[name];
  if (to !== undefined) to[now.at(-1) ?? ''] ??= value;
  prune(leaf, before.slice(0, -1));
}

/** Removes branches that are empty and that no filter uses any more. */
function prune(leaf: Members, path: readonly string[]): void {
  if (path.length === 0 || isKnown(path)) return;
  const branch = branchAt(leaf, path, false);
  if (branch === undefined || Object.keys(branch).length > 0) return;
  const parent = branchAt(leaf, path.slice(0, -1), false);
  if (parent !== undefined) delete parent[path.at(-1) ?? ''];
  prune(leaf, path.slice(0, -1));
}

function isKnown(path: readonly string[]): boolean {
  let at: FilterBranch | undefined = filterTree;
  for (const step of path) {
    const next: FilterBranch | Filter | undefined = at?.members.get(step);
    at = next !== undefined && isFilterBranch(next) ? next : undefined;
  }
  return at !== undefined;
}

function branchAt(leaf: Members, path: readonly string[], made: boolean): Members | undefined {
  let at: Members = leaf;
  for (const step of path) {
    if (!Object.hasOwn(at, step) && made) at[step] = {};
    const next = Object.hasOwn(at, step) ? at[step] : undefined;
    if (!isObject(next)) return undefined;
    at = next as Members;
  }
  return at;
}

function reword(leaf: Members, path: readonly string[], words: ReadonlyMap<string, string>): void {
  const branch = branchAt(leaf, path.slice(0, -1), false);
  const name = path.at(-1) ?? '';
  if (branch !== undefined && Object.hasOwn(branch, name)) branch[name] = rewordValue(branch[name], words);
}

function rewordValue(json: unknown, words: ReadonlyMap<string, string>): unknown {
  if (typeof json === 'string') return words.get(json) ?? json;
  if (Array.isArray(json)) return [...new Set(json.map((one) => rewordValue(one, words)))];
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, rewordValue(value, words)]));
}

/** Stored criteria were parsed before: a tree that does not parse any more is an internal error. */
export function parseStoredTree(criteria: object | null): Tree {
  const parsed = parseStoredCriteria(criteria);
  if ('faults' in parsed) throw new Error(`stored criteria do not read: ${JSON.stringify(parsed.faults)}`);
  return parsed.tree;
}
