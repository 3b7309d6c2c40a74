import type { TSchema } from 'typebox';
import type { ProblemName } from '../../service/problem.ts';
import { FLAT_JSON, JSON_API } from '../media-type.ts';
import type { PageRoute } from '../page.ts';
import { onlyReads, type ResponseShape, type Route, type RouteBody, type Upload } from '../route.ts';
import { headerParameters, notModified, tagHeader } from './conditional.ts';
import { problemReferences } from './problems.ts';

/** Problems that any call may get, whatever its route. */
const COMMON_PROBLEMS: ProblemName[] = [
  'bad-request',
  'unauthorized',
  'out-of-credits',
  'not-acceptable',
  'too-many-requests',
  'internal',
  'unavailable',
];
const BODY_PROBLEMS: ProblemName[] = ['validation', 'payload-too-large', 'unsupported-media-type'];

export function operation(route: Route): object {
  const named = [
    ...COMMON_PROBLEMS,
    ...route.problems,
    ...(route.isQuery ? (['query-too-heavy'] as const) : []),
    ...(route.body === undefined && route.upload === undefined ? [] : BODY_PROBLEMS),
    ...(route.right === undefined && (onlyReads(route) || route.access !== undefined)
      ? []
      : ['forbidden' as const]),
    ...outOfRange(route),
  ];
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.access === 'open' ? { security: [] } : {}),
    ...parametersOf(route),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route.body) }),
    ...(route.upload === undefined ? {} : { requestBody: uploadBody(route.upload) }),
    responses: {
      ...Object.fromEntries(route.answers.map((answer) => [answer.status, response(answer, route)])),
      ...notModified(route),
      ...problemReferences(named),
    },
  };
}

const outOfRange = (route: Route): ProblemName[] =>
  Object.keys(route.query.properties).length > 0 ? ['validation'] : [];

function parametersOf(route: Route): object {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const inQuery = Object.entries(route.query.properties).map(([name, schema]) => {
    const { description, ...rest } = schema as TSchema & { description?: string };
    return {
      name,
      in: 'query',
      required: route.query.required?.includes(name) ?? false,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
  const parameters = [...inPath, ...inQuery, ...headerParameters(route)];
  return parameters.length > 0 ? { parameters } : {};
}

const uploadBody = ({ mediaTypes }: Upload): object => ({
  required: true,
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }])),
});

function requestBody({ schema: validated, documented, resource, bare }: RouteBody): object {
  const schema = documented ?? validated;
  const wrapped = {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        required: ['type', 'attributes'],
        properties: { type: { type: 'string', const: resource.type }, attributes: schema },
      },
    },
  };
  const jsonApi = bare ? { anyOf: [wrapped, schema] } : wrapped;
  return { required: true, content: { [FLAT_JSON]: { schema }, [JSON_API]: { schema: jsonApi } } };
}

const text = (description: string): object => ({ description, schema: { type: 'string' } });
const number = (description: string): object => ({ description, schema: { type: 'integer' } });

function response(answer: ResponseShape, route: Route): object {
  const { status, description, resource, many = false, document, content } = answer;
  const headers = {
    'X-Request-Id': text('The id of this request.'),
    'X-RateLimit-Limit': number('Requests allowed in a moving minute.'),
    'X-RateLimit-Remaining': number('How many of them are left.'),
    ...tagHeader(route),
    ...(status === 201 && resource?.self !== undefined
      ? { Location: text('Where the new resource is.') }
      : {}),
  };
  if (content !== undefined) {
    const schemas = Object.entries(content).map(([type, schema]) => [type, { schema }]);
    return { description, headers, content: Object.fromEntries(schemas) };
  }
  if (resource === undefined) return { description, headers };
  const { type, schemaName = type } = resource;
  const flat = { $ref: `#/components/schemas/${schemaName}` };
  const shape = document?.name ?? `${schemaName}${many ? 'Collection' : 'Document'}`;
  const jsonApi = { $ref: `#/components/schemas/${shape}` };
  return {
    description,
    headers,
    content: {
      [JSON_API]: { schema: jsonApi },
      [FLAT_JSON]: { schema: many ? { type: 'array', items: flat } : flat },
    },
  };
}

export function pageOperation(page: PageRoute): object {
  const parameters = [...page.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const named: ProblemName[] = [
    'bad-request',
    'internal',
    ...(parameters.length > 0 ? (['not-found'] as const) : []),
    ...(page.access === 'open' ? (['too-many-requests', 'unavailable'] as const) : []),
    ...(page.problems ?? []),
  ];
  return {
    operationId: `${page.method === 'POST' ? 'post' : 'page'}${page.path.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, '')}`,
    tags: ['Service'],
    summary: page.summary,
    security: [],
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      ...Object.fromEntries(
        page.statuses.map((status) => [
          status,
          {
            description: page.summary,
            content: { [page.type]: { schema: page.schema ?? { type: 'string' } } },
          },
        ]),
      ),
      ...problemReferences(named),
    },
  };
}
