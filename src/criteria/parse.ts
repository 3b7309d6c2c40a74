import type { Filter } from '../catalogue/filters/kinds.ts';
import { filters, sections } from '../catalogue/filters.ts';
import { isObject } from '../lib/is-object.ts';
import { kindOf } from './kinds/kinds.ts';
import { MAX_TREE_DEPTH, MAX_TREE_NODES } from './limits.ts';
import {
  type CriteriaFault,
  MAX_CRITERIA_FAULTS,
  ParseContext,
  type PlaceReference,
  reportUnknownMember,
} from './parse-context.ts';
import { matchAll, type Test, type Tree } from './tree.ts';

const GROUPS = ['and', 'or'] as const;
const nodeMembers = [...GROUPS, ...sections];

export interface ParseOptions {
  /** The path of the tree in the request. */
  readonly path?: string;
  /**
   * Whether a division with that code (in that country, if given) or that id exists. Without it nothing is
   * checked.
   */
  readonly placeExists?: (place: PlaceReference) => boolean;
}

export type ParsedCriteria =
  | { readonly tree: Tree; readonly mentions: readonly PlaceReference[] }
  | { readonly faults: readonly CriteriaFault[]; readonly mentions: readonly PlaceReference[] };

/**
 * Parses a criteria tree, or reports all its errors with exact paths. Absent and null match everything. `mentions`
 * lists the places by code or id, for a caller that looks them up.
 */
export function parseCriteria(
  json: unknown,
  { path = 'criteria', placeExists }: ParseOptions = {},
): ParsedCriteria {
  const context = new ParseContext(path);
  if (json === undefined || json === null) return { tree: matchAll, mentions: [] };
  if (!exceedsLimits(json, context)) {
    const tree = readNode(json, context);
    const { faults, mentions } = context.findings;
    const strangers = placeExists ? mentions.filter((place) => !placeExists(place)) : [];
    for (const place of strangers.slice(0, MAX_CRITERIA_FAULTS)) faults.push(unknownPlaceFault(place));
    return faults.length === 0 ? { tree, mentions } : { faults, mentions };
  }
  return { faults: context.findings.faults, mentions: [] };
}

/** `successor`: the replacement of a retired code. */
export const unknownPlaceFault = ({ path, code, id }: PlaceReference, successor?: string): CriteriaFault => ({
  propertyPath: path,
  message: `There is no division with the ${code === undefined ? 'id' : 'code'} "${code ?? id}"${successor === undefined ? '' : ` any more: use "${successor}"`}.`,
  code: 'unknown_place',
  understood: true,
});

/** A name where a code is expected, and the divisions it may mean, the likeliest first. */
export function placeNameFault(
  { path, code }: PlaceReference,
  meant: readonly { name: string; parentName: string | null; uniqueCode: string }[],
): CriteriaFault {
  const [first, ...others] = meant
    .slice(0, MAX_LISTED_NAMES)
    .map(
      ({ name, parentName, uniqueCode }) =>
        `"${uniqueCode}" for ${name}${parentName === null ? '' : ` (${parentName})`}`,
    );
  const advice =
    first === undefined
      ? 'GET /geo/autocomplete finds codes by name.'
      : `Write ${[first, ...others].join(', or ')}. GET /geo/autocomplete finds others.`;
  return {
    propertyPath: path,
    message: `"${code}" is a name, not the code of a division. ${advice}`,
    code: 'unknown_place',
    understood: true,
  };
}

/** A code that is no division's but a postal code. */
export const postalCodeFault = (
  { path, code }: PlaceReference,
  places: readonly string[],
): CriteriaFault => ({
  propertyPath: path,
  message: `"${code}" is the postal code of ${joinNames(places)}, not the code of a division: give it as \`postalCodes\`.`,
  code: 'postal_code',
  understood: true,
});

const MAX_LISTED_NAMES = 3;

/** "A, B and 4 more". */
export const joinNames = (names: readonly string[]): string =>
  names.length <= MAX_LISTED_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_LISTED_NAMES).join(', ')} and ${names.length - MAX_LISTED_NAMES} more`;

/** Iterative, before anything recurses: a tree of a million levels must not overflow the stack. */
function exceedsLimits(json: unknown, context: ParseContext): boolean {
  const waiting: { node: unknown; depth: number }[] = [{ node: json, depth: 1 }];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (depth > MAX_TREE_DEPTH)
      context.error('too_deep', `The tree is deeper than ${MAX_TREE_DEPTH} levels.`);
    else if (nodes + waiting.length > MAX_TREE_NODES)
      context.error('too_many', `The tree has more than ${MAX_TREE_NODES} nodes.`);
    else {
      const children = childNodes(node);
      // One node above the limit suffices.
      for (const child of children.slice(0, MAX_TREE_NODES)) waiting.push({ node: child, depth: depth + 1 });
      continue;
    }
    return true;
  }
  return false;
}

function childNodes(node: unknown): unknown[] {
  if (!isObject(node)) return [];
  return GROUPS.flatMap((group) => {
    const nodes = Object.hasOwn(node, group) ? node[group] : undefined;
    return Array.isArray(nodes) ? nodes : [];
  });
}

function readNode(json: unknown, context: ParseContext): Tree {
  if (!isObject(json)) {
    context.syntaxError(
      'wrong_type',
      `Must be an object with \`and\`, \`or\`, or any of ${sections.join(', ')}.`,
    );
    return matchAll;
  }
  const members = Object.keys(json);
  const [group, ...others] = GROUPS.filter((name) => Object.hasOwn(json, name));
  if (group === undefined) return { kind: 'leaf', tests: readBranch(json, filterTree, context) };
  if (members.length > 1 || others.length > 0)
    context.syntaxError('mixed_node', 'A node holds `and`, or `or`, or sections: one of the three alone.');
  for (const name of members)
    if (!nodeMembers.includes(name)) reportUnknownMember(name, nodeMembers, context);
  return { kind: group, nodes: readNodes(json[group], context.member(group)) };
}

function readNodes(json: unknown, context: ParseContext): Tree[] {
  if (!Array.isArray(json)) {
    context.syntaxError('wrong_type', 'Must be a list of nodes.');
    return [];
  }
  if (json.length === 0) context.error('too_few', 'Must hold at least one node.');
  return json.map((node, index) => readNode(node, context.entry(index)));
}

/** Recurses along the members of the filters only. */
function readBranch(json: unknown, { members }: FilterBranch, context: ParseContext): Test[] {
  if (!isObject(json)) {
    context.syntaxError('wrong_type', `Must be an object with any of ${[...members.keys()].join(', ')}.`);
    return [];
  }
  const tests: Test[] = [];
  for (const [name, value] of Object.entries(json)) {
    if (context.findings.isFull) break;
    const found = members.get(name);
    if (found === undefined) {
      reportUnknownMember(name, members === filterTree.members ? nodeMembers : [...members.keys()], context);
      continue;
    }
    const at = context.member(name);
    tests.push(...(isFilterBranch(found) ? readBranch(value, found, at) : readTest(value, found, at)));
  }
  return tests;
}

function readTest(json: unknown, filter: Filter, context: ParseContext): Test[] {
  const operand = kindOf(filter.kind).parse(json, filter, context);
  return operand === undefined ? [] : [{ kind: filter.kind, filter, operand } as Test];
}

/** The members of a leaf, level by level, down to the filters. */
export interface FilterBranch {
  readonly members: Map<string, FilterBranch | Filter>;
}

export const isFilterBranch = (found: FilterBranch | Filter): found is FilterBranch => 'members' in found;

/** The sections of a leaf. */
export const filterTree: FilterBranch = { members: new Map() };

for (const filter of filters) {
  const steps = filter.path.split('.');
  const last = steps.pop() ?? '';
  const branch = steps.reduce((at, step) => {
    const next = at.members.get(step) ?? { members: new Map() };
    at.members.set(step, next);
    return next as FilterBranch;
  }, filterTree);
  branch.members.set(last, filter);
}
