import { property } from '../../catalogue/attributes/property.ts';
import type { Members, Node } from '../../catalogue/nodes.ts';
import { payloadSchema } from '../payload.ts';

type PathSteps = readonly string[];

/** The path of a payload member in the claims of a listing. */
export interface ClaimMapping {
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
