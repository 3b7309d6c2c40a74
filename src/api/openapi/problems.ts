import { type TSchema, Type } from 'typebox';
import { type ProblemName, problems } from '../../service/problem.ts';
import { PROBLEM_JSON } from '../render/problem.ts';
import { problemExample, withExample } from './examples.ts';

const violation = Type.Object(
  {
    propertyPath: Type.String({
      description: 'Where the fault is, such as `criteria.and[1].property.unit.rooms.gte`.',
    }),
    message: Type.String(),
    code: Type.String({ description: 'A word a program may rely on.' }),
  },
  { additionalProperties: false },
);

export const problemSchema: TSchema = Type.Object(
  {
    type: Type.String({ description: 'A stable reference; the service answers it with a page for people.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The request id, also sent as X-Request-Id.' }),
    violations: Type.Optional(Type.Array(violation, { description: 'All faults of the request at once.' })),
  },
  { additionalProperties: false, description: 'A problem as of RFC 9457.' },
);

const NAMES = Object.keys(problems) as ProblemName[];

/** Reusable responses, one per status: two problems of one status share it. */
export function problemResponses(): Record<string, object> {
  const byStatus = Map.groupBy(NAMES, (name) => problems[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      `Problem${status}`,
      {
        description: names.map((name) => `${problems[name].title} (\`/problems/${name}\`).`).join(' '),
        headers: problemHeaders(status),
        content: {
          [PROBLEM_JSON]: withExample(
            { schema: { $ref: '#/components/schemas/Problem' } },
            problemExample(status),
          ),
        },
      },
    ]),
  );
}

export const problemReferences = (names: readonly ProblemName[]): Record<string, object> =>
  Object.fromEntries(
    names
      .map((name) => problems[name].status)
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  );

const text = (description: string): object => ({ description, schema: { type: 'string' } });

function problemHeaders(status: number): Record<string, object> {
  const always = { 'X-Request-Id': text('The id of this request.') };
  if (status === 401) return { ...always, 'WWW-Authenticate': text('ApiKey, or Bearer at /metrics.') };
  if (status === 405) return { ...always, Allow: text('The methods this path takes.') };
  if (status === 503) return { ...always, 'Retry-After': text('Seconds to wait.') };
  if (status !== 429) return always;
  return {
    ...always,
    'X-RateLimit-Retry-After': text('Unix time from which calls are admitted again.'),
    'X-RateLimit-Limit': text('Requests allowed in a moving minute.'),
    'Retry-After': text('Seconds until then.'),
  };
}
