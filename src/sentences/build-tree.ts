import type { PlaceNames } from '../geo/place-names.ts';
import type { Condition, PlaceCondition, PlaceReference } from './condition.ts';
import { interpretParts } from './interpret.ts';
import { joinBoth, joinEither } from './merge-conditions.ts';
import type { Part } from './scan.ts';

/** A node of the criteria tree as JSON. */
export type CriteriaNode = { [member: string]: unknown };

export interface BuiltTree {
  readonly criteria: CriteriaNode;
  /** The parts that are in the tree. */
  readonly used: readonly Part[];
  /** Those that contradict others, or that no filter expresses here. */
  readonly unused: readonly Part[];
}

export function buildTree(parts: readonly Part[], names: PlaceNames): BuiltTree {
  const { shared, clauses } = splitClauses(parts);
  const unused: Part[] = [];
  const used: Part[] = [];
  const nodesOf = (some: readonly Part[]): CriteriaNode[] => {
    const read = interpretParts(some);
    unused.push(...read.unused);
    return buildNodes(read.parts, names, used, unused);
  };
  const nodes = nodesOf(shared);
  if (clauses.length > 0) nodes.push({ or: clauses.map((clause) => joinNodes(nodesOf(clause))) });
  return { criteria: joinNodes(nodes), used, unused };
}

const joinNodes = (nodes: readonly CriteriaNode[]): CriteriaNode => {
  const said = nodes.filter((node) => Object.keys(node).length > 0);
  const [only] = said;
  if (only === undefined) return {};
  return said.length === 1 ? only : { and: said };
};

const hasPlace = ({ conditions }: Part): boolean => conditions.some(({ kind }) => kind === 'places');
const hasType = ({ conditions, noun }: Part): boolean =>
  noun !== undefined || conditions.some(({ path }) => path === 'property.type');

/** "T3 à Lyon ou maison à Villeurbanne": each side has its own type and place. */
function splitClauses(parts: readonly Part[]): {
  shared: readonly Part[];
  clauses: readonly (readonly Part[])[];
} {
  const at = parts.findIndex((part, index) => {
    const [left, right] = [parts.slice(0, index), parts.slice(index)];
    return (
      part.alternative && hasType(part) && left.some(hasType) && left.some(hasPlace) && right.some(hasPlace)
    );
  });
  if (at < 0) return { shared: parts, clauses: [] };
  const first = parts.findIndex(hasType);
  const end = parts.findIndex((part, index) => index >= at && hasPlace(part)) + 1;
  const shared = [...parts.slice(0, first), ...parts.slice(end)];
  return { shared, clauses: [parts.slice(first, at), parts.slice(at, end)] };
}

/** One leaf for what must hold together, and a group of alternatives for each choice that one leaf cannot express. */
function buildNodes(parts: readonly Part[], names: PlaceNames, used: Part[], unused: Part[]): CriteriaNode[] {
  const leaf: Condition[] = [];
  const choices: CriteriaNode[] = [];
  for (const group of groupAlternatives(parts)) {
    const [first] = group;
    const joined = first === undefined || group.length === 1 ? first?.conditions : joinGroup(group);
    if (joined === undefined) {
      choices.push({ or: group.map(({ conditions }) => buildLeaf(mergeAll(conditions), names)) });
      used.push(...group);
    } else if (addAll(leaf, joined)) used.push(...group);
    else unused.push(...group);
  }
  const { kept, apart } = separateSizes(leaf);
  return [
    buildLeaf(kept, names),
    ...choices,
    ...apart.map((sizes) => ({ or: sizes.map((one) => buildLeaf([one], names)) })),
  ];
}

/** Runs of parts that "ou" joins. */
function groupAlternatives(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.alternative && last !== undefined) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** The alternatives as one condition: several places, several types, 2 or 3 rooms. */
function joinGroup(group: readonly Part[]): Condition[] | undefined {
  const [first, ...others] = group;
  if (first === undefined) return [];
  let joined = [...first.conditions];
  for (const { conditions } of others) {
    if (conditions.length !== joined.length) return undefined;
    const both = joined.map((one, at) => {
      const other = conditions[at];
      if (other === undefined) return undefined;
      return sameCondition(one, other) ? one : joinEither(one, other);
    });
    const differing = joined.filter((one, at) => !sameCondition(one, conditions[at] ?? one)).length;
    // Of two conditions that differ in two ways, the union of each would be wider than the choice.
    if (differing > 1 || both.some((one) => one === undefined)) return undefined;
    joined = both.flatMap((one) => one ?? []);
  }
  return joined;
}

const sameCondition = (one: Condition, other: Condition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const keyOf = (condition: Condition): string =>
  `${condition.path} ${condition.kind === 'scores' ? condition.type : ''} ${'negated' in condition && condition.negated === true}`;

/** False when one of them contradicts what the leaf asks for: then none is added. */
function addAll(leaf: Condition[], conditions: readonly Condition[]): boolean {
  const merged = [...leaf];
  for (const condition of conditions) {
    const at = merged.findIndex((one) => keyOf(one) === keyOf(condition));
    const known = merged[at];
    const isSecondSize = conditions.filter(({ path }) => path === condition.path).length > 1;
    const both = known === undefined || isSecondSize ? condition : joinBoth(known, condition);
    if (both === undefined) return false;
    if (known === undefined || isSecondSize) merged.push(both);
    else merged[at] = both;
  }
  leaf.splice(0, leaf.length, ...merged);
  return true;
}

function mergeAll(conditions: readonly Condition[]): Condition[] {
  const leaf: Condition[] = [];
  addAll(leaf, conditions);
  return leaf;
}

/** "T2 ou T4" leaves two sizes on one path, which are alternatives. */
function separateSizes(leaf: readonly Condition[]): { kept: Condition[]; apart: Condition[][] } {
  const byKey = Map.groupBy(leaf, keyOf);
  const apart = [...byKey.values()].filter((list) => list.length > 1);
  return { kept: leaf.filter((one) => byKey.get(keyOf(one))?.length === 1), apart };
}

function buildLeaf(conditions: readonly Condition[], names: PlaceNames): CriteriaNode {
  const leaf: CriteriaNode = {};
  for (const condition of conditions) writeMember(leaf, condition.path, operandOf(condition, names));
  return leaf;
}

function writeMember(leaf: CriteriaNode, path: string, operand: unknown): void {
  const members = path.split('.');
  const last = members.pop() ?? '';
  let at = leaf;
  for (const member of members) {
    at[member] ??= {};
    at = at[member] as CriteriaNode;
  }
  const known = at[last];
  if (Array.isArray(known) && Array.isArray(operand)) known.push(...operand);
  else if (typeof known === 'object' && known !== null && typeof operand === 'object')
    Object.assign(known, operand);
  else at[last] = operand;
}

function operandOf(condition: Condition, names: PlaceNames): unknown {
  switch (condition.kind) {
    case 'range':
      return {
        ...(condition.gte !== undefined && { gte: condition.gte }),
        ...(condition.lte !== undefined && { lte: condition.lte }),
      };
    case 'set':
    case 'features':
    case 'phrases':
      if (condition.path === 'property.transaction.type' && condition.values.length === 1)
        return condition.values[0];
      return { [condition.negated ? 'nin' : 'in']: [...condition.values] };
    case 'switch':
      return condition.value;
    case 'time':
      return { from: condition.from };
    case 'scores':
      return [{ type: condition.type, rating: [...condition.ratings] }];
    case 'places':
      return placesOperand(condition, names);
  }
}

function placesOperand({ places, negated }: PlaceCondition, names: PlaceNames): unknown {
  const narrow = withoutAncestors(places, names);
  const codes = narrow.flatMap((place) => ('division' in place ? [place.division] : []));
  const postalCodes = narrow.flatMap((place) => ('postalCode' in place ? [place.postalCode] : []));
  const centers = narrow.flatMap((place) => ('center' in place && place.center.centroid ? [place] : []));
  const [center] = centers;
  const [longitude, latitude] = center?.center.centroid ?? [];
  const list = {
    ...(codes.length > 0 && { uniqueCodes: codes.map(({ uniqueCode }) => uniqueCode) }),
    ...(postalCodes.length > 0 && { postalCodes }),
    ...(center !== undefined && { centerPoint: { latitude, longitude, radiusKm: center.radiusKm } }),
  };
  const countries = new Set(codes.map(({ countryCode }) => countryCode));
  const isAmbiguous =
    codes.some(({ uniqueCode }) => names.countOfCode(uniqueCode) > 1) && countries.size === 1;
  return { ...(isAmbiguous && { countryCode: [...countries][0] }), [negated ? 'nin' : 'in']: list };
}

/** "Lyon, Rhône" is Lyon: the wider of two places says where the narrower one is. */
const withoutAncestors = (places: readonly PlaceReference[], names: PlaceNames): readonly PlaceReference[] =>
  places.filter(
    (place) =>
      !('division' in place) ||
      !places.some((other) => 'division' in other && names.isInside(other.division, place.division.id)),
  );
