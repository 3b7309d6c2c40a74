import type { Filter } from '../catalogue/filters/kinds.ts';
import { sections } from '../catalogue/filters.ts';
import { type Fault, Here, MAX_CRITERIA_FAULTS, type Mention } from './fault.ts';
import { type Branch, form, isBranch } from './form.ts';
import { kindOf } from './kinds/kinds.ts';
import { isObject, unknownMember } from './kinds/read-json.ts';
import { MAX_TREE_DEPTH, MAX_TREE_NODES } from './limits.ts';
import { everything, type Test, type Tree } from './tree.ts';

const GROUPS = ['and', 'or'] as const;
const nodeMembers = [...GROUPS, ...sections];

export interface Reading {
  /** Where the tree stands in the request. */
  readonly path?: string;
  /** Whether a division of that code (in that country, when one is told) or that id exists. Nothing is asked when left out. */
  readonly knows?: (place: Mention) => boolean;
}

export type Parsed =
  | { readonly tree: Tree; readonly mentions: readonly Mention[] }
  | { readonly faults: readonly Fault[]; readonly mentions: readonly Mention[] };

/**
 * Reads a criteria tree, or tells all its faults with their exact paths. Absent and null match everything. `mentions` names the places
 * by code or id, for a caller who looks them up himself.
 */
export function parseCriteria(json: unknown, { path = 'criteria', knows }: Reading = {}): Parsed {
  const here = new Here(path);
  if (json === undefined || json === null) return { tree: everything, mentions: [] };
  if (!isOutsized(json, here)) {
    const tree = readNode(json, here);
    const { faults, mentions } = here.found;
    const strangers = knows ? mentions.filter((place) => !knows(place)) : [];
    for (const place of strangers.slice(0, MAX_CRITERIA_FAULTS)) faults.push(unknownPlace(place));
    return faults.length === 0 ? { tree, mentions } : { faults, mentions };
  }
  return { faults: here.found.faults, mentions: [] };
}

/** `successor`: what a code that is not used any more became. */
export const unknownPlace = ({ path, code, id }: Mention, successor?: string): Fault => ({
  propertyPath: path,
  message: `There is no division with the ${code === undefined ? 'id' : 'code'} "${code ?? id}"${successor === undefined ? '' : ` any more: use "${successor}"`}.`,
  code: 'unknown_place',
  understood: true,
});

/** A code that is no division's but the postal code of some places. */
export const postalCodeGiven = ({ path, code }: Mention, places: readonly string[]): Fault => ({
  propertyPath: path,
  message: `"${code}" is the postal code of ${listed(places)}, not the code of a division: give it as \`postalCodes\`.`,
  code: 'postal_code',
  understood: true,
});

const MAX_LISTED = 3;

/** "A, B and 4 more". */
export const listed = (names: readonly string[]): string =>
  names.length <= MAX_LISTED
    ? names.join(', ')
    : `${names.slice(0, MAX_LISTED).join(', ')} and ${names.length - MAX_LISTED} more`;

/** Looked at without recursion, before anything recurses: a tree of a million levels must not overflow its reader. */
function isOutsized(json: unknown, here: Here): boolean {
  const waiting: { node: unknown; depth: number }[] = [{ node: json, depth: 1 }];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (depth > MAX_TREE_DEPTH) here.breach('too_deep', `The tree is deeper than ${MAX_TREE_DEPTH} levels.`);
    else if (nodes + waiting.length > MAX_TREE_NODES)
      here.breach('too_many', `The tree has more than ${MAX_TREE_NODES} nodes.`);
    else {
      const children = groupsIn(node);
      // One more than may be tells as much as a hundred thousand.
      for (const child of children.slice(0, MAX_TREE_NODES)) waiting.push({ node: child, depth: depth + 1 });
      continue;
    }
    return true;
  }
  return false;
}

function groupsIn(node: unknown): unknown[] {
  if (!isObject(node)) return [];
  return GROUPS.flatMap((group) => {
    const nodes = Object.hasOwn(node, group) ? node[group] : undefined;
    return Array.isArray(nodes) ? nodes : [];
  });
}

function readNode(json: unknown, here: Here): Tree {
  if (!isObject(json)) {
    here.refuse('wrong_type', `Must be an object with \`and\`, \`or\`, or any of ${sections.join(', ')}.`);
    return everything;
  }
  const members = Object.keys(json);
  const [group, ...others] = GROUPS.filter((name) => Object.hasOwn(json, name));
  if (group === undefined) return { kind: 'leaf', tests: readBranch(json, form, here) };
  if (members.length > 1 || others.length > 0)
    here.refuse('mixed_node', 'A node holds `and`, or `or`, or sections: one of the three alone.');
  for (const name of members) if (!nodeMembers.includes(name)) unknownMember(name, nodeMembers, here);
  return { kind: group, nodes: readNodes(json[group], here.member(group)) };
}

function readNodes(json: unknown, here: Here): Tree[] {
  if (!Array.isArray(json)) {
    here.refuse('wrong_type', 'Must be a list of nodes.');
    return [];
  }
  if (json.length === 0) here.breach('too_few', 'Must hold at least one node.');
  return json.map((node, index) => readNode(node, here.entry(index)));
}

/** Recurses along the members that filters have, and no deeper. */
function readBranch(json: unknown, { members }: Branch, here: Here): Test[] {
  if (!isObject(json)) {
    here.refuse('wrong_type', `Must be an object with any of ${[...members.keys()].join(', ')}.`);
    return [];
  }
  const tests: Test[] = [];
  for (const [name, value] of Object.entries(json)) {
    if (here.found.isFull) break;
    const found = members.get(name);
    if (found === undefined) {
      unknownMember(name, members === form.members ? nodeMembers : [...members.keys()], here);
      continue;
    }
    const at = here.member(name);
    tests.push(...(isBranch(found) ? readBranch(value, found, at) : readTest(value, found, at)));
  }
  return tests;
}

function readTest(json: unknown, filter: Filter, here: Here): Test[] {
  const asked = kindOf(filter.kind).parse(json, filter, here);
  return asked === undefined ? [] : [{ kind: filter.kind, filter, asked } as Test];
}
