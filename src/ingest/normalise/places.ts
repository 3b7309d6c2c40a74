import { property } from '../../catalogue/attributes/property.ts';
import type { Members, Node } from '../../catalogue/nodes.ts';
import { payload } from '../payload.ts';

type Steps = readonly string[];

/** Where a member of a payload stands in the claims of a listing. */
export interface Place {
  readonly member: Steps;
  readonly claim: Steps;
}

function nodesIn(members: Members, above: Steps): [Node, Steps][] {
  return Object.entries(members).flatMap(([name, node]): [Node, Steps][] => {
    const steps = [...above, name];
    return [[node, steps], ...(node.kind === 'object' ? nodesIn(node.members, steps) : [])];
  });
}

/** A node that stands in several places, such as a unit, is found at the first. */
const claimOf = new Map<Node, Steps>(nodesIn(property.members, []).reverse());

function placesIn(members: Members, above: Steps): Place[] {
  return Object.entries(members).flatMap(([name, node]): Place[] => {
    const member = [...above, name];
    const claim = claimOf.get(node);
    if (claim !== undefined) return [{ member, claim }];
    return node.kind === 'object' ? placesIn(node.members, member) : [];
  });
}

/** Members that are told otherwise in the document: places are looked up, the rest is not of the property but of the listing. */
export const MADE_APART: readonly string[] = [
  ...['location', 'pictures', 'publisher', 'marketing', 'publishedAt', 'protected'],
];

/** The payload is made of the document's own nodes, so that the place of a member is found by its node and listed nowhere. */
export const places: readonly Place[] = placesIn(payload.members, []).filter(
  ({ member }) => !MADE_APART.includes(member[0] ?? ''),
);

const memberAt = new Map(places.map(({ member, claim }) => [claim.join('.'), member.join('.')]));

/** The name by which a source says what stands at a place of the claims: `area.living` for `area.indoor.living`. */
export function memberOf(claim: readonly string[]): string {
  for (let length = claim.length; length > 0; length -= 1) {
    const member = memberAt.get(claim.slice(0, length).join('.'));
    if (member !== undefined) return [member, ...claim.slice(length)].join('.');
  }
  return claim.join('.');
}
