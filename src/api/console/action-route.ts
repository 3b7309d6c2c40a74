import { type Static, type TObject, Type } from 'typebox';
import type { ProblemName } from '../../service/problem.ts';
import { resourceNotFound } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { type Identified, listedResource, type Resource } from '../resource.ts';
import type { Route, RouteCall } from '../route.ts';

/** Shared by all routes under /console/api. */
export const consoleRouteBase = { routeType: 'other', access: 'session' } as const;
export const operatorRouteBase = { ...consoleRouteBase, tag: 'Operator', right: 'operator' } as const;

/** A POST without a body that acts and answers with the result; undefined becomes 404. */
export function actionRoute<Flat extends Identified>(
  options: Pick<Route, 'path' | 'operationId' | 'tag' | 'summary' | 'routeType'> &
    Pick<Partial<Route>, 'access' | 'right' | 'isPersonal' | 'description'> & {
      resource: Resource<Flat>;
      problems?: ProblemName[];
      act(call: RouteCall): Promise<Flat | undefined>;
    },
): Route {
  const { resource, act, ...rest } = options;
  return {
    ...rest,
    method: 'POST',
    query: Type.Object({}, { additionalProperties: false }),
    answers: [{ status: 200, description: `The ${resource.type}.`, resource: resource as Resource }],
    problems: ['not-found', 'payload-too-large', 'unsupported-media-type', ...(options.problems ?? [])],
    async run(call) {
      const flat = await act(call);
      if (flat === undefined) throw resourceNotFound();
      return {
        status: 200,
        results: 0,
        headers: { 'cache-control': 'no-store' },
        document: (format) => (format === 'flat' ? flat : singleDocument(resource, flat, call.target.path)),
      };
    },
  };
}

/** A PUT that changes one resource of the path and answers without a body; false becomes 404. */
export function updateRoute<Body extends TObject>(
  options: Pick<Route, 'path' | 'operationId' | 'tag' | 'summary' | 'routeType'> &
    Pick<Partial<Route>, 'access' | 'right' | 'description'> & {
      body: Body;
      bodyName: string;
      update(call: RouteCall<unknown, Static<Body>>): Promise<boolean>;
    },
): Route {
  const { body, bodyName, update, ...rest } = options;
  return {
    ...rest,
    method: 'PUT',
    query: Type.Object({}, { additionalProperties: false }),
    body: { schema: body, resource: listedResource(bodyName, body) as Resource },
    answers: [{ status: 204, description: 'Changed; the answer has no body.' }],
    problems: ['not-found', 'validation'],
    async run(call) {
      if (!(await update(call as RouteCall<unknown, Static<Body>>))) throw resourceNotFound();
      return { status: 204, results: 0 };
    },
  };
}
