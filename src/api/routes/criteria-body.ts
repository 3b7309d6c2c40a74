import { type TSchema, Type } from 'typebox';
import { EXAMPLE_CRITERIA } from '../../criteria/example.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { PlaceReference } from '../../criteria/parse-context.ts';
import type { Tree } from '../../criteria/tree.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import type { Identified, Resource } from '../resource.ts';
import type { RouteBody } from '../route.ts';

const closed = { additionalProperties: false };

/** A parsed body: its criteria, and the members beside them as sent. */
export interface CriteriaBody<Members> {
  criteria: Tree;
  /** The places that the criteria refer to. */
  mentions: readonly PlaceReference[];
  sent: Members;
}

interface CriteriaBodyOptions<Flat extends Identified, Members> {
  resource: Resource<Flat>;
  members: Record<string, TSchema>;
  /** What a schema cannot check. */
  check(sent: Members): RequestFault[];
}

/** The body of a POST that reads: criteria, and some members beside them. */
export const criteriaBody = <Flat extends Identified, Members>({
  resource,
  members,
  check,
}: CriteriaBodyOptions<Flat, Members>): RouteBody => ({
  schema: Type.Object(
    { ...members, criteria: Type.Optional(Type.Unsafe({ examples: [EXAMPLE_CRITERIA, {}, null] })) },
    closed,
  ),
  documented: Type.Object(
    {
      ...members,
      criteria: Type.Optional(
        Type.Unsafe({
          anyOf: [{ $ref: '#/components/schemas/Criteria' }, { type: 'null' }],
          examples: [EXAMPLE_CRITERIA],
        }),
      ),
    },
    closed,
  ),
  resource: { ...(resource as unknown as Resource), flat: Type.Object({}) },
  bare: true,
  read(sent) {
    const parsed = parseCriteria((sent as { criteria?: unknown }).criteria);
    const faults = [...('faults' in parsed ? parsed.faults : []), ...check(sent as Members)];
    if (faults.length > 0 || 'faults' in parsed) return { faults };
    const value: CriteriaBody<Members> = {
      criteria: parsed.tree,
      mentions: parsed.mentions,
      sent: sent as Members,
    };
    return { value };
  },
});
