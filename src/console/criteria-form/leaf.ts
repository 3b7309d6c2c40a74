/** A leaf of the criteria tree as JSON, edited in place of a parsed one so that a half-typed value can stand in it. */
export type LeafJson = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readFilter(leaf: LeafJson, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), leaf);
}

/** The leaf with another question at a path; undefined takes it away, and branches left empty with it. */
export function writeFilter(leaf: LeafJson, path: string, asked: unknown): LeafJson {
  const [step = '', ...rest] = path.split('.');
  const { [step]: branch, ...others } = leaf;
  const next = rest.length === 0 ? asked : writeFilter(isObject(branch) ? branch : {}, rest.join('.'), asked);
  const isEmpty = next === undefined || (isObject(next) && Object.keys(next).length === 0);
  return isEmpty ? others : { ...leaf, [step]: next };
}

/** An object without the members that ask nothing; undefined when none is left. */
export function pruneEmpty(asked: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(asked).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The leaves of which one must hold, when the tree is of that shape; others are edited as text. */
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

/** Criteria of an address; what cannot be read asks for everything. */
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
