import type { Static, TObject } from 'typebox';
import { Type } from 'typebox';
import type { ProblemName } from './problem.ts';
import { singleDocument } from './render/json-api.ts';
import type { Identified, Resource } from './resource.ts';
import { type Call, noSuch, type Route } from './route.ts';

/** A POST that reads: the question stands in the body, and the answer is one resource or 404. */
export function ask<Flat extends Identified, Body extends TObject>(
  told: Pick<Route, 'path' | 'operationId' | 'tag' | 'summary' | 'routeType'> & {
    description?: string;
    problems?: ProblemName[];
    resource: Resource<Flat>;
    body: Body;
    /** Results that an answer counts as; what is not found costs nothing. */
    results?: number;
    find(call: Call<unknown, Static<Body>>): Promise<Flat | undefined>;
  },
): Route {
  const { resource, body, find, results = 0, ...rest } = told;
  const shown = resource as Resource;
  return {
    ...rest,
    method: 'POST',
    query: Type.Object({}, { additionalProperties: false }),
    body: { schema: body, resource: shown },
    answers: [{ status: 200, description: `The ${resource.type}.`, resource: shown }],
    problems: ['not-found', 'validation', ...(told.problems ?? [])],
    async run(call) {
      const flat = await find(call as Call<unknown, Static<Body>>);
      if (flat === undefined) throw noSuch();
      return {
        status: 200,
        results,
        document: (format) =>
          format === 'flat' ? flat : singleDocument(resource, flat, resource.self(flat.id, flat)),
      };
    },
  };
}
