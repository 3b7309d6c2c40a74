import type { Static, TObject } from 'typebox';
import { Type } from 'typebox';
import type { ProblemName } from '../service/problem.ts';
import { resourceNotFound } from '../service/problem.ts';
import { singleDocument } from './render/json-api.ts';
import type { Identified, Resource } from './resource.ts';
import type { Route, RouteCall } from './route.ts';

/** The same shape for a POST that changes something: it is refused to who may only read, and recorded. */
export const changingRoute = ({ isReadOnly: _, ...route }: Route): Route => route;

/** A POST that reads: the body is the query, and the answer is one resource or 404. */
export function queryRoute<Flat extends Identified, Body extends TObject>(
  options: Pick<Route, 'path' | 'operationId' | 'tag' | 'summary' | 'routeType'> & {
    description?: string;
    problems?: ProblemName[];
    resource: Resource<Flat>;
    body: Body;
    /** Results that a found resource counts as; not found costs nothing. */
    results?: number;
    find(call: RouteCall<unknown, Static<Body>>): Promise<Flat | undefined>;
  },
): Route {
  const { resource, body, find, results = 0, ...rest } = options;
  const shown = resource as Resource;
  return {
    ...rest,
    method: 'POST',
    isReadOnly: true,
    query: Type.Object({}, { additionalProperties: false }),
    body: { schema: body, resource: shown },
    answers: [{ status: 200, description: `The ${resource.type}.`, resource: shown }],
    problems: ['not-found', 'validation', ...(options.problems ?? [])],
    async run(call) {
      const flat = await find(call as RouteCall<unknown, Static<Body>>);
      if (flat === undefined) throw resourceNotFound();
      return {
        status: 200,
        results,
        document: (format) => (format === 'flat' ? flat : singleDocument(resource, flat, call.target.path)),
      };
    },
  };
}
