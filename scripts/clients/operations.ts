import { type ApiDocument, type DescribedOperation, refsIn, type Schema } from './document.ts';

/** How the pages of a list are asked for. */
export type Paging = 'page' | 'search-cursor' | 'body-cursor' | 'query-cursor';

export interface Parameter {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string;
}

/** An operation as the clients see it: flat JSON, or a file, or nothing. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  inPath: readonly Parameter[];
  inQuery: readonly Parameter[];
  body?: { schema: Schema; type: string };
  /** Of flat JSON; absent where the reply is a file or empty. */
  reply?: Schema;
  /** The reply is a file. */
  file: boolean;
  /** Creates something: an idempotency key makes a repeated request harmless. */
  creates: boolean;
  /** Sends something out each time, so that only a refused request is repeated. */
  sends: boolean;
  paging?: Paging;
  /** Of a list: the schema of an entry. */
  entry?: Schema;
}

/** Pages for people and probes are not for programs. */
const LEFT_OUT_TAG = 'Service';

export const listOperations = ({ paths, components }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, { tags }]) => !tags.includes(LEFT_OUT_TAG))
      .map(([method, described]) => readOperation(method.toUpperCase(), path, described, components.schemas)),
  );

function readOperation(
  method: string,
  path: string,
  described: DescribedOperation,
  schemas: Readonly<Record<string, Schema>>,
): Operation {
  const { operationId: id, summary, parameters = [], responses, requestBody } = described;
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const content = success.find(([, { content: found }]) => found !== undefined)?.[1].content ?? {};
  const reply = content['application/json']?.schema ?? content['application/geo+json']?.schema;
  const inQuery = parameters.filter((one) => one.in === 'query');
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const list = reply && findPaging(id, inQuery, reply, schemas);
  return {
    id,
    method,
    path,
    summary,
    inPath: parameters.filter((one) => one.in === 'path'),
    inQuery,
    ...(type !== undefined && media !== undefined && { body: { schema: media.schema, type } }),
    ...(reply !== undefined && { reply }),
    file: reply === undefined && Object.keys(content).length > 0,
    creates: parameters.some(({ name }) => name === 'Idempotency-Key'),
    sends: /^(?:replay|test|request)/.test(id),
    ...list,
  };
}

/**
 * A list is paged by number (`page` in the query), or by cursor: that of the property search stands in a header, all
 * others in `meta` of the reply: as `nextCursor` until the end, or as `cursor` beside `hasMore`.
 */
function findPaging(
  id: string,
  inQuery: readonly Parameter[],
  reply: Schema,
  schemas: Readonly<Record<string, Schema>>,
): Pick<Operation, 'paging' | 'entry'> {
  const has = (name: string): boolean => inQuery.some((one) => one.name === name);
  if (reply.type === 'array' && typeof reply.items === 'object') {
    if (id === 'searchProperties') return { paging: 'search-cursor', entry: reply.items };
    return has('page') ? { paging: 'page', entry: reply.items } : {};
  }
  const shape = schemas[refsIn(reply)[0] ?? ''] ?? reply;
  const entries = shape.properties?.['data']?.items;
  const meta = shape.properties?.['meta']?.properties ?? {};
  const isCursor = 'nextCursor' in meta || ('cursor' in meta && 'hasMore' in meta);
  if (!isCursor || typeof entries !== 'object') return {};
  return { paging: has('cursor') ? 'query-cursor' : 'body-cursor', entry: entries };
}

/** The named schemas that requests and replies need, with all they refer to, and those asked for. */
export function neededSchemas(
  { components: { schemas } }: ApiDocument,
  operations: readonly Operation[],
  more: readonly string[],
): [name: string, schema: Schema][] {
  const reached = new Set<string>();
  const waiting = [...refsIn(operations), ...more];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...refsIn(schemas[name]));
  }
  return Object.entries(schemas).filter(([name]) => reached.has(name));
}

/** Named schemas that no operation refers to, and clients use. */
export const CLIENT_SCHEMAS = ['Problem', 'WebhookPayload', 'Observation'];
