import { property } from '../../catalogue/attributes/property.ts';
import type { Members, Node } from '../../catalogue/nodes.ts';
import type { Word } from '../../catalogue/vocabularies.ts';
import { isObject } from '../../lib/is-object.ts';
import { type IgnoredField, ignoredField } from '../parse-notes.ts';
import { type Payload, payloadSchema } from '../payload.ts';

type PathSteps = readonly string[];

/** The path of a payload member in the claims of a listing. */
interface ClaimMapping {
  readonly member: PathSteps;
  readonly claim: PathSteps;
}

function listNodes(members: Members, above: PathSteps): [Node, PathSteps][] {
  return Object.entries(members).flatMap(([name, node]): [Node, PathSteps][] => {
    const steps = [...above, name];
    return [[node, steps], ...(node.kind === 'object' ? listNodes(node.members, steps) : [])];
  });
}

/** A node with several paths, such as a unit, maps to the first. */
const claimByNode = new Map<Node, PathSteps>(listNodes(property.members, []).reverse());

function listMappings(members: Members, above: PathSteps): ClaimMapping[] {
  return Object.entries(members).flatMap(([name, node]): ClaimMapping[] => {
    const member = [...above, name];
    const claim = claimByNode.get(node);
    if (claim !== undefined) return [{ member, claim }];
    return node.kind === 'object' ? listMappings(node.members, member) : [];
  });
}

/** Members without a mapping: the location is looked up, the others belong to the listing, not the property. */
export const UNMAPPED_MEMBERS: readonly string[] = [
  ...['location', 'pictures', 'publisher', 'marketing', 'publishedAt', 'protected'],
];

/** The payload consists of the document's own nodes, so that the path of a member is found by its node. */
export const claimMappings: readonly ClaimMapping[] = listMappings(payloadSchema.members, []).filter(
  ({ member }) => !UNMAPPED_MEMBERS.includes(member[0] ?? ''),
);

const memberByClaim = new Map(claimMappings.map(({ member, claim }) => [claim.join('.'), member.join('.')]));

/** The payload member of a claim path: `area.living` for `area.indoor.living`. */
export function memberOfClaim(claim: readonly string[]): string {
  for (let length = claim.length; length > 0; length -= 1) {
    const member = memberByClaim.get(claim.slice(0, length).join('.'));
    if (member !== undefined) return [member, ...claim.slice(length)].join('.');
  }
  return claim.join('.');
}

interface StatedClaims {
  /** In the shape of the consolidated property, with the units and currencies of the source. */
  readonly claims: MutableJsonObject;
  readonly ignoredFields: readonly IgnoredField[];
}

type Transaction = Word<'transactionType'> | undefined;

/** Moves each member of a payload to its path in the property document. Of two for one path the first counts. */
export function mapClaims(payload: Payload, transaction: Transaction): StatedClaims {
  const claims: MutableJsonObject = {};
  const ignoredFields: IgnoredField[] = [];
  const mapBlock = (block: MutableJsonObject, nodes: readonly MappingNode[]): void => {
    for (const { name, inside, mapping } of nodes) {
      const value = block[name];
      if (value === undefined) continue;
      if (mapping !== undefined) mapMember(mapping, value);
      else if (isObject(value)) mapBlock(value, inside);
    }
  };
  const mapMember = (mapping: MemberMapping, value: unknown): void => {
    const { member, claim, transaction: only, isSaleAgencyFee, isShared } = mapping;
    if (transaction === 'RENT' && isSaleAgencyFee) return;
    if (only !== undefined && only !== transaction)
      ignoredFields.push(ignoredField(member.join('.'), 'other transaction', value));
    else if (!isShared || getAtPath(claims, claim) === undefined) setAtPath(claims, claim, cloneJson(value));
  };
  mapBlock(payload, MAPPINGS);
  const agencyFee = payload.fees?.agency;
  if (transaction === 'RENT' && agencyFee !== undefined)
    setAtPath(claims, RENTAL_AGENCY_FEE, withoutPriceInclusion(agencyFee));
  return { claims, ignoredFields };
}

const RENTAL_AGENCY_FEE = ['pricing', 'rental', 'fees', 'agency'];

/** The transaction that a price member belongs to. The agency fee occurs in both and is mapped separately. */
function transactionOfClaim([section, side]: readonly string[]): Transaction {
  if (section !== 'pricing' || (side !== 'sale' && side !== 'rental')) return undefined;
  return side === 'sale' ? 'SELL' : 'RENT';
}

/** A mapping with what its claim path implies. */
interface MemberMapping extends ClaimMapping {
  readonly transaction: Transaction;
  readonly isSaleAgencyFee: boolean;
  /** Another member has the same claim, or one inside of it. */
  readonly isShared: boolean;
}

const isWithin = (claim: PathSteps, outer: PathSteps): boolean =>
  outer.every((step, at) => claim[at] === step);

const toMemberMapping = (mapping: ClaimMapping): MemberMapping => ({
  ...mapping,
  transaction: transactionOfClaim(mapping.claim),
  isSaleAgencyFee: mapping.claim.join('.') === 'pricing.sale.fees.agency',
  isShared: claimMappings.some(
    (other) =>
      other !== mapping && (isWithin(other.claim, mapping.claim) || isWithin(mapping.claim, other.claim)),
  ),
});

/** A member of a payload: one that is mapped, or a block of others. */
interface MappingNode {
  readonly name: string;
  readonly mapping: MemberMapping | undefined;
  readonly inside: readonly MappingNode[];
}

/** In the order of the payload: to look up the whole path of each mapping took most of the time. */
function buildMappingNodes(mappings: readonly ClaimMapping[], depth: number): MappingNode[] {
  return [...Map.groupBy(mappings, ({ member }) => member[depth] ?? '')].map(([name, own]) => {
    const [only] = own;
    const mapping = only?.member.length === depth + 1 ? toMemberMapping(only) : undefined;
    return { name, mapping, inside: mapping === undefined ? buildMappingNodes(own, depth + 1) : [] };
  });
}

const MAPPINGS = buildMappingNodes(claimMappings, 0);

/** A rent never includes the agency fee. */
const withoutPriceInclusion = ({
  includedInPrice: _,
  ...fee
}: NonNullable<NonNullable<Payload['fees']>['agency']>) => fee;

export type MutableJsonObject = Record<string, unknown>;

export function getAtPath(object: object, steps: readonly string[]): unknown {
  let value: unknown = object;
  for (const step of steps) {
    if (!isObject(value)) return undefined;
    value = value[step];
  }
  return value;
}

/** A deep copy of a JSON value; ten times as fast as structuredClone for the small values of a payload. */
function cloneJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneJson);
  if (!isObject(value)) return value;
  const copy: MutableJsonObject = {};
  for (const name of Object.keys(value)) copy[name] = cloneJson(value[name]);
  return copy;
}

/** Sets a value at a path, creating missing objects. */
export function setAtPath(object: MutableJsonObject, steps: readonly string[], value: unknown): void {
  const last = steps.length - 1;
  let within = object;
  for (let at = 0; at < last; at += 1) {
    const step = steps[at] ?? '';
    const inner = within[step];
    const next = isObject(inner) ? inner : {};
    within[step] = next;
    within = next;
  }
  within[steps[last] ?? ''] = value;
}

const splitPaths = new Map<string, readonly string[]>();

/** Splits a claim path; cached. */
export function splitClaimPath(path: string): readonly string[] {
  let steps = splitPaths.get(path);
  if (steps === undefined) {
    steps = path.split('.');
    splitPaths.set(path, steps);
  }
  return steps;
}
