import { type TSchema, Type } from 'typebox';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { followChanges } from '../../changes/follow-changes.ts';
import type { StreamChange } from '../../changes/property-change.ts';
import { type ChangesPage, type ChangesRequest, readChanges } from '../../changes/read-changes.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { Tree } from '../../criteria/tree.ts';
import { parseDateTimeOrDate } from '../../lib/moment.ts';
import { findUnknownPlaces } from '../../properties/search.ts';
import { faultsProblem, requireNoFaults } from '../../service/problem.ts';
import { acceptsEventStream, EVENT_STREAM, type EventSource } from '../event-stream.ts';
import { FLAT_JSON, JSON_API } from '../negotiate.ts';
import { invalidDateFault } from '../parse/created-at.ts';
import type { Route, RouteCall, RouteResponse } from '../route.ts';
import { streamRefusalFault } from './stream-refusal.ts';

const closed = { additionalProperties: false };
const uuid = Type.String({ format: 'uuid' });
const moment = Type.String({ format: 'date-time' });
const { changeType, changeCause } = serviceVocabularies;

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

const members = {
  changeType: Type.Unsafe({ type: 'string', enum: [...changeType.values] }),
  propertyId: uuid,
  revisionId: Type.Optional(uuid),
  occurredAt: moment,
  recordedAt: moment,
  cause: Type.Object(
    {
      type: Type.Unsafe({ type: 'string', enum: [...changeCause.values] }),
      listingId: Type.Optional(uuid),
    },
    closed,
  ),
  changes: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/PropertyChange' })),
  mergedInto: Type.Optional(uuid),
  splitFrom: Type.Optional(uuid),
  cursor: Type.String({ description: 'Continues after this change.' }),
  data: Type.Unsafe({
    anyOf: [{ $ref: '#/components/schemas/PropertyResult' }, { type: 'null' }],
    description: 'The property as it is now; null where it is gone or no longer matches the criteria.',
  }),
};

const meta = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'Changes on this page.' }),
    cursor: Type.String({ description: 'Continues after this page; valid for 30 days.' }),
    hasMore: Type.Boolean({ description: 'Whether to continue at once.' }),
  },
  closed,
);

const flatChange = Type.Object({ id: Type.String(), ...members }, closed);
const content: Record<string, TSchema> = {
  [JSON_API]: Type.Object(
    {
      data: Type.Array(
        Type.Object(
          {
            type: Type.Literal('Change'),
            id: Type.String(),
            attributes: Type.Object(members, closed),
          },
          closed,
        ),
      ),
      meta,
      links: Type.Object({ self: Type.String() }, closed),
    },
    closed,
  ),
  [FLAT_JSON]: Type.Object({ data: Type.Array(flatChange), meta }, closed),
  [EVENT_STREAM]: Type.String({ description: 'One event a change: its cursor is the id of the event.' }),
};

const query = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({ description: 'As given by the previous page. Without it the stream starts now.' }),
    ),
    since: Type.Optional(
      Type.String({
        description: 'Instead of a cursor: a moment of the last 30 days. Earlier changes may come first.',
      }),
    ),
    criteria: Type.Optional(
      Type.String({
        description: 'A criteria tree as JSON. Without it every property is in the stream.',
        examples: ['{"property":{"transaction":{"type":"SELL"}}}'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'Changes on a page.',
      }),
    ),
  },
  closed,
);

interface ChangesQuery {
  cursor?: string;
  since?: string;
  criteria?: string;
  limit?: number;
}

async function parseTree(call: RouteCall, text: string | undefined): Promise<Tree | undefined> {
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const message = 'The criteria are not JSON.';
    throw faultsProblem([{ propertyPath: 'criteria', message, code: 'invalid_json', understood: false }]);
  }
  const parsed = parseCriteria(json);
  if ('faults' in parsed) throw faultsProblem(parsed.faults);
  requireNoFaults(await findUnknownPlaces(call.places, parsed.mentions));
  return parsed.tree;
}

export async function parseChangesRequest(call: RouteCall): Promise<ChangesRequest> {
  const { cursor, since, criteria, limit = DEFAULT_LIMIT } = call.query as ChangesQuery;
  const from = since === undefined ? undefined : parseDateTimeOrDate(since);
  if (since !== undefined && from === undefined) throw faultsProblem([invalidDateFault('since')]);
  const resumed = call.from?.headers['last-event-id'];
  return {
    accountId: call.accountId,
    criteria: await parseTree(call, criteria),
    cursor: typeof resumed === 'string' && resumed !== '' ? resumed : cursor,
    since: from,
    limit,
  };
}

const countResults = (changes: readonly StreamChange[]): number =>
  changes.filter(({ data }) => data !== null).length;

function pageDocument({ changes, cursor, hasMore }: ChangesPage, call: RouteCall): RouteResponse {
  const meta = { count: changes.length, cursor, hasMore };
  const { path, query: text } = call.target;
  const self = text === '' ? path : `${path}?${text}`;
  const toResource = ({ id, ...attributes }: StreamChange) => ({ type: 'Change', id, attributes });
  return {
    status: 200,
    results: countResults(changes),
    document: (format) =>
      format === 'flat' ? { data: changes, meta } : { data: changes.map(toResource), meta, links: { self } },
  };
}

/** An empty page only moves the cursor of the client on. */
function streamEvents(call: RouteCall, request: ChangesRequest, first: ChangesPage): EventSource {
  return async function* source(signal) {
    for await (const { changes, cursor } of followChanges(call.changes, request, first, signal)) {
      yield [
        ...changes.map((change) => ({
          id: change.cursor,
          event: { name: 'change', data: change },
          results: change.data === null ? 0 : 1,
        })),
        { id: cursor, results: 0 },
      ];
    }
  };
}

export const changesRoute: Route = {
  method: 'GET',
  path: '/changes',
  operationId: 'listChanges',
  tag: 'Changes',
  summary: 'Follow what changes',
  description:
    'Every property created, changed, expired, reactivated, merged, split or removed, in order, each change once. By cursor, or with `Accept: text/event-stream` as it happens; a stream continues after the `Last-Event-ID` sent. A cursor is valid for 30 days. `data` is the property as it is now: store it, or delete the property where it is null, and the copy follows the service. Last-seen times alone are no change.',
  routeType: 'read',
  query,
  streams: true,
  answers: [{ status: 200, description: 'The changes after the cursor.', content }],
  isQuery: true,
  problems: ['validation'],
  async run(call) {
    const request = await parseChangesRequest(call);
    const page = await readChanges(call.changes, request);
    if ('refused' in page) throw faultsProblem([streamRefusalFault(page.refused)]);
    if (!acceptsEventStream(call.from?.headers.accept)) return pageDocument(page, call);
    return { status: 200, results: 0, events: streamEvents(call, request, page) };
  },
};
