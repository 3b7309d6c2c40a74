import { describeDeprecation } from '../../catalogue/deprecation.ts';
import type { ProblemName } from '../../service/problem.ts';
import { FLAT_JSON, JSON_API } from '../negotiate.ts';
import type { PageRoute } from '../page.ts';
import { PROBLEM_JSON } from '../render/problem.ts';
import { onlyReads, type ResponseShape, type Route } from '../route.ts';
import { notModified, tagHeader } from './conditional.ts';
import { deprecationHeader } from './deprecated.ts';
import { examplesOf, withExample } from './examples.ts';
import { parametersOf, pathParameters } from './parameters.ts';
import { problemReferences } from './problems.ts';
import { replySchema } from './reply-schemas.ts';
import { requestBody, uploadBody } from './request-body.ts';
import { commonHeaders, textHeader } from './response-headers.ts';

/** Problems that any call may get, whatever its route. */
const COMMON_PROBLEMS: ProblemName[] = [
  'bad-request',
  'unauthorized',
  'out-of-credits',
  'not-acceptable',
  'too-many-requests',
  'internal',
  'several-regions',
  'unavailable',
];
const BODY_PROBLEMS: ProblemName[] = ['validation', 'payload-too-large', 'unsupported-media-type'];

export function operation(route: Route): object {
  const named = [
    ...COMMON_PROBLEMS,
    ...route.problems,
    ...(route.isQuery ? (['query-too-heavy'] as const) : []),
    ...(route.body === undefined && route.upload === undefined ? [] : BODY_PROBLEMS),
    ...(route.right === undefined && (onlyReads(route) || route.access === 'open' || route.isPersonal)
      ? []
      : ['forbidden' as const]),
    ...outOfRange(route),
  ];
  const examples = examplesOf(route.operationId);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...describeRoute(route),
    ...(route.access === 'open' ? { security: [] } : {}),
    ...parametersOf(route),
    ...(route.body === undefined
      ? {}
      : { requestBody: requestBody(route.operationId, route.body, examples) }),
    ...(route.upload === undefined ? {} : { requestBody: uploadBody(route.upload, examples) }),
    responses: {
      ...Object.fromEntries(route.answers.map((answer) => [answer.status, response(answer, route)])),
      ...notModified(route),
      ...problemReferences(named),
    },
  };
}

function describeRoute({ description, deprecated }: Route): object {
  if (deprecated !== undefined)
    return { description: describeDeprecation(description ?? '', deprecated), deprecated: true };
  return description === undefined ? {} : { description };
}

const outOfRange = (route: Route): ProblemName[] =>
  Object.keys(route.query.properties).length > 0 ? ['validation'] : [];

function response(answer: ResponseShape, route: Route): object {
  const { operationId } = route;
  const examples = examplesOf(operationId).responses?.[answer.status] ?? {};
  const { status, description, resource, many = false, document, content } = answer;
  const headers = {
    ...commonHeaders(route),
    ...tagHeader(route),
    ...deprecationHeader(route),
    ...(status === 201 && resource?.self !== undefined
      ? { Location: textHeader('Where the new resource is.') }
      : {}),
  };
  if (content !== undefined) {
    const schemas = Object.entries(content).map(([type, schema]) => [
      type,
      withExample({ schema: replySchema(operationId, type, schema) }, examples[type]),
    ]);
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
      [JSON_API]: withExample({ schema: jsonApi }, examples[JSON_API]),
      [FLAT_JSON]: withExample({ schema: many ? { type: 'array', items: flat } : flat }, examples[FLAT_JSON]),
    },
  };
}

export function pageOperation(page: PageRoute): object {
  const parameters = pathParameters(page.path, { type: 'string' });
  const named: ProblemName[] = [
    'bad-request',
    'internal',
    ...(parameters.length > 0 ? (['not-found'] as const) : []),
    ...(page.access === 'open' ? (['too-many-requests', 'unavailable'] as const) : []),
    ...(page.problems ?? []),
  ];
  const operationId = pageOperationId(page);
  const examples = examplesOf(operationId).responses ?? {};
  return {
    operationId,
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
            content: {
              [page.type]: withExample(
                { schema: page.schema ?? { type: 'string' } },
                examples[status]?.[page.type],
              ),
            },
          },
        ]),
      ),
      ...problemReferences(named),
      ...Object.fromEntries(
        Object.entries(page.failures ?? {}).map(([status, schema]) => [
          status,
          {
            description: 'Refused. Malformed HTTP is refused with a problem document.',
            content: {
              [page.type]: { schema },
              [PROBLEM_JSON]: { schema: { $ref: '#/components/schemas/Problem' } },
            },
          },
        ]),
      ),
    },
  };
}

const pageOperationId = ({ method, path }: PageRoute): string =>
  path === '/'
    ? 'pageWelcome'
    : `${method === 'POST' ? 'post' : 'page'}${path.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, '')}`;
