import { Type } from 'typebox';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { followChanges } from '../../changes/follow-changes.ts';
import type { StreamChange } from '../../changes/property-change.ts';
import { type ChangesPage, type ChangesRequest, readChanges } from '../../changes/read-changes.ts';
import { faultsProblem } from '../../service/problem.ts';
import { acceptsEventStream, EVENT_STREAM, type EventSource } from '../event-stream.ts';
import { FLAT_JSON, JSON_API } from '../negotiate.ts';
import type { Route, RouteCall } from '../route.ts';
import { parseChangesRequest } from '../routes/changes.ts';
import { streamRefusalFault } from '../routes/stream-refusal.ts';
import { consoleRouteBase } from './action-route.ts';

const closed = { additionalProperties: false };

/** Which home, never what it says: a stream that only announces is no copy of the stock. */
const toNotice = ({ id, propertyId, changeType, recordedAt, data }: StreamChange) => ({
  id,
  propertyId,
  changeType,
  recordedAt,
  matches: data !== null,
});

const notice = Type.Object(
  {
    id: Type.String(),
    propertyId: Type.String({ format: 'uuid' }),
    changeType: Type.Unsafe<string>({
      type: 'string',
      enum: [...serviceVocabularies.changeType.values],
    }),
    recordedAt: Type.String({ format: 'date-time' }),
    matches: Type.Boolean({ description: 'Whether the home meets the criteria now.' }),
  },
  closed,
);

const page = Type.Object(
  {
    data: Type.Array(notice),
    meta: Type.Object({ cursor: Type.String(), hasMore: Type.Boolean() }, closed),
  },
  closed,
);

function announce(call: RouteCall, request: ChangesRequest, first: ChangesPage): EventSource {
  return async function* source(signal) {
    for await (const { changes, cursor } of followChanges(call.changes, request, first, signal)) {
      const events = changes.map((change) => ({
        id: change.cursor,
        event: { name: 'change', data: toNotice(change) },
        results: 0,
      }));
      yield [...events, { id: cursor, results: 0 }];
    }
  };
}

/** The change stream for a screen that is open: ids only, neither metered nor charged. */
export const homeChangesRoute: Route = {
  ...consoleRouteBase,
  method: 'GET',
  path: '/console/api/home-changes',
  operationId: 'followHomeChanges',
  tag: 'Homes',
  summary: 'Follow which homes change',
  description:
    'As `GET /changes`, without the homes: a screen shows how many are new and reads them on demand.',
  query: Type.Object(
    {
      cursor: Type.Optional(Type.String()),
      criteria: Type.Optional(Type.String({ description: 'A criteria tree as JSON.' })),
    },
    closed,
  ),
  streams: true,
  isQuery: true,
  answers: [
    {
      status: 200,
      description: 'The changes after the cursor.',
      content: { [FLAT_JSON]: page, [JSON_API]: page, [EVENT_STREAM]: Type.String() },
    },
  ],
  problems: ['validation'],
  async run(call) {
    const request = await parseChangesRequest(call);
    const first = await readChanges(call.changes, request);
    if ('refused' in first) throw faultsProblem([streamRefusalFault(first.refused)]);
    if (acceptsEventStream(call.from?.headers.accept))
      return { status: 200, results: 0, events: announce(call, request, first) };
    const { cursor, hasMore } = first;
    const document = { data: first.changes.map(toNotice), meta: { cursor, hasMore } };
    return { status: 200, results: 0, document: () => document };
  },
};
