import { Type } from 'typebox';
import type { ProblemName } from '../problem.ts';
import { singleDocument } from '../render/json-api.ts';
import type { Identified, Resource } from '../resource.ts';
import { type Call, noSuch, type Route } from '../route.ts';

/** What every route of the console's own has in common. */
export const ownRoute = { routeType: 'other', access: 'session' } as const;
export const operatorRoute = { ...ownRoute, tag: 'Operator', right: 'operator' } as const;

/** A POST without a body: something is done, and what came of it is answered; undefined where there is no such thing. */
export function perform<Flat extends Identified>(
  told: Pick<Route, 'path' | 'operationId' | 'tag' | 'summary' | 'routeType'> &
    Pick<Partial<Route>, 'access' | 'right' | 'description'> & {
      resource: Resource<Flat>;
      problems?: ProblemName[];
      act(call: Call): Promise<Flat | undefined>;
    },
): Route {
  const { resource, act, ...rest } = told;
  return {
    ...rest,
    method: 'POST',
    query: Type.Object({}, { additionalProperties: false }),
    answers: [{ status: 200, description: `The ${resource.type}.`, resource: resource as Resource }],
    problems: ['not-found', 'payload-too-large', 'unsupported-media-type', ...(told.problems ?? [])],
    async run(call) {
      const flat = await act(call);
      if (flat === undefined) throw noSuch();
      const self = resource.self(flat.id, flat);
      return {
        status: 200,
        results: 0,
        headers: { 'cache-control': 'no-store' },
        document: (format) => (format === 'flat' ? flat : singleDocument(resource, flat, self)),
      };
    },
  };
}
