import { type Static, Type } from 'typebox';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { findDestination } from '../../delivery/destinations/destinations.ts';
import { listAttempts } from '../../delivery/notifications/attempts.ts';
import { enqueueTestNotification } from '../../delivery/notifications/enqueue.ts';
import { findNotification } from '../../delivery/notifications/notifications.ts';
import {
  MAX_REPLAYED_NOTIFICATIONS,
  replayNotification,
  replayNotifications,
} from '../../delivery/notifications/replay.ts';
import { newId } from '../../lib/ids.ts';
import { parseDateTimeOrDate } from '../../lib/moment.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { faultsProblem, resourceNotFound, validationProblem } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { flatDocument, listedResource, type Resource } from '../resource.ts';
import { create, type Route, type RouteCall, type RouteResponse, readPage } from '../route.ts';
import { eventNotification, renderNotification } from './event-notifications.ts';

const suspendedProblem = (path: string) =>
  validationProblem(path, 'The destination is suspended: reactivate it first.', 'destination_suspended');

const testBody = Type.Object(
  {
    eventType: Type.Optional(
      Type.Unsafe<(typeof eventTypes)[number]>({
        type: 'string',
        enum: [...serviceVocabularies.alertEventType.values],
        default: 'NEW_MATCH',
        description: 'The kind of event to make up.',
      }),
    ),
  },
  { additionalProperties: false },
);
const eventTypes = serviceVocabularies.alertEventType.values;

const testRoute = create({
  path: '/account/event-destinations/{id}/test',
  operationId: 'testEventDestination',
  tag: 'Event destinations',
  summary: 'Send a test',
  description:
    'Sends a signed sample of an event, also to a suspended destination: one attempt, which counts for nothing. The answer is its entry in the delivery log.',
  routeType: 'account',
  changesAlerts: true,
  resource: eventNotification,
  problems: ['not-found'],
  body: testBody,
  alwaysNew: true,
  async make({ db, clock, accountId, params, body }) {
    const destination = await findDestination(db, accountId, params['id'] ?? '');
    if (destination === undefined) throw resourceNotFound();
    if (destination.destinationType === 'EMAIL' && destination.confirmedAt === null) {
      throw validationProblem('', 'The email is not confirmed yet.', 'not_confirmed');
    }
    const id = await enqueueTestNotification(db, clock, destination, body.eventType ?? 'NEW_MATCH');
    const row = id === undefined ? undefined : await findNotification(db, accountId, id);
    if (row === undefined) throw new Error('a test vanished');
    return { flat: renderNotification(row), created: true };
  },
});

const replayRoute: Route = {
  method: 'POST',
  path: '/event-notifications/{id}/replay',
  operationId: 'replayEventNotification',
  tag: 'Event notifications',
  summary: 'Replay a notification',
  description:
    'The same eventId, the property and the key of now, one attempt without effect on the destination. When it fails the notification returns to the state it had. One that is under way already is answered as it is.',
  routeType: 'alerts',
  changesAlerts: true,
  query: Type.Object({}, { additionalProperties: false }),
  answers: [{ status: 200, description: 'The notification.', resource: eventNotification as Resource }],
  problems: ['not-found', 'validation', 'payload-too-large', 'unsupported-media-type'],
  async run({ db, clock, accountId, params }): Promise<RouteResponse> {
    const replay = await replayNotification(db, clock, accountId, params['id'] ?? '');
    if (replay.outcome === 'unknown') throw resourceNotFound();
    if (replay.outcome === 'suspended') throw suspendedProblem('');
    if (replay.outcome === 'no-destination') {
      throw validationProblem('', 'The destination of this notification is gone.', 'no_destination');
    }
    if (!('notification' in replay)) throw resourceNotFound();
    const flat = renderNotification(replay.notification);
    return {
      status: 200,
      results: 0,
      document: (format) =>
        format === 'flat'
          ? flatDocument(eventNotification, flat)
          : singleDocument(eventNotification, flat, `/event-notifications/${flat.id}/replay`),
    };
  },
};

const eventReplay = listedResource(
  'EventReplay',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      notifications: Type.Integer({ minimum: 0, description: 'How many are sent again.' }),
    },
    { additionalProperties: false, description: 'What a replay of a range has begun.' },
  ),
);

const moment = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-03-01'] }));

const rangeBody = Type.Object(
  {
    destination: Type.String({ format: 'uuid', description: 'Whose notifications.' }),
    createdAt: Type.Optional(
      Type.Object(
        { after: moment('Created on or after it.'), before: moment('Created on or before it.') },
        { additionalProperties: false },
      ),
    ),
    status: Type.Optional(
      Type.Unsafe<'DELIVERED' | 'FAILED' | 'SKIPPED'>({
        type: 'string',
        title: 'ReplayableStatus',
        enum: ['DELIVERED', 'FAILED', 'SKIPPED'],
        description: 'Only those in this state.',
      }),
    ),
  },
  { additionalProperties: false },
);

function parseReplayRange({ accountId, body }: RouteCall<unknown, Static<typeof rangeBody>>) {
  const faults: RequestFault[] = [];
  const read = (name: 'after' | 'before'): Date | undefined => {
    const text = body.createdAt?.[name];
    const found = text === undefined ? undefined : parseDateTimeOrDate(text);
    const message = 'Must be a date or a date-time with its offset.';
    if (text !== undefined && found === undefined) {
      faults.push({ propertyPath: `createdAt.${name}`, message, code: 'wrong_format', understood: false });
    }
    return found;
  };
  const range = { accountId, destinationId: body.destination, status: body.status };
  const whole = { ...range, after: read('after'), before: read('before') };
  if (faults.length > 0) throw faultsProblem(faults);
  return whole;
}

const REPLAY_PATH = '/event-notifications/replay';

const rangeRoute: Route = {
  method: 'POST',
  path: REPLAY_PATH,
  operationId: 'replayEventNotifications',
  tag: 'Event notifications',
  summary: 'Replay notifications',
  description: `Those of one destination that are DELIVERED, FAILED or SKIPPED, the oldest first, at most ${MAX_REPLAYED_NOTIFICATIONS} with one call. Each as with the replay of one.`,
  routeType: 'alerts',
  changesAlerts: true,
  query: Type.Object({}, { additionalProperties: false }),
  body: { schema: rangeBody, resource: eventReplay as Resource },
  answers: [{ status: 200, description: 'What was begun.', resource: eventReplay as Resource }],
  problems: ['validation'],
  async run(call): Promise<RouteResponse> {
    const range = parseReplayRange(call as RouteCall<unknown, Static<typeof rangeBody>>);
    const replay = await replayNotifications(call.db, call.clock, range);
    if (replay.outcome === 'suspended') throw suspendedProblem('destination');
    if (replay.outcome === 'no-destination') {
      throw validationProblem('destination', 'There is no such destination.', 'unknown_destination');
    }
    if (!('count' in replay)) throw resourceNotFound();
    const flat = { id: newId(call.clock.now()), notifications: replay.count };
    return {
      status: 200,
      results: 0,
      document: (format) => (format === 'flat' ? flat : singleDocument(eventReplay, flat, REPLAY_PATH)),
    };
  },
};

const orNull = (type: string, description: string) =>
  Type.Unsafe<never>({ type: [type, 'null'], description });

const deliveryAttempt = listedResource(
  'DeliveryAttempt',
  Type.Object(
    {
      id: Type.String(),
      attemptNumber: Type.Integer({ minimum: 1 }),
      startedAt: Type.String({ format: 'date-time' }),
      tookMs: orNull('integer', 'Until the whole reply had come.'),
      outcome: Type.String({
        title: 'DeliveryOutcome',
        enum: ['DELIVERED', 'FAILED', 'LOST', 'SKIPPED'],
        description:
          'FAILED by the doing of the receiver; LOST by that of this service, which counts for nothing.',
      }),
      probe: Type.Boolean({ description: 'Made to see whether a suspended destination answers again.' }),
      requestHeaders: orNull('object', 'As sent.'),
      requestBody: orNull('string', 'As sent; kept for 30 days.'),
      replyStatus: orNull('integer', 'The status of the reply.'),
      replyHeaders: orNull('object', 'Of the reply.'),
      replyBody: orNull('string', 'Its first 4 KiB; kept for 30 days.'),
      error: orNull('string', 'Why it failed.'),
    },
    { additionalProperties: false, description: 'What was sent once, and what came back.' },
  ),
);

const attemptsRoute = readPage({
  path: '/event-notifications/{id}/attempts',
  operationId: 'listDeliveryAttempts',
  tag: 'Event notifications',
  summary: 'List delivery attempts',
  routeType: 'alerts',
  problems: ['not-found'],
  resource: deliveryAttempt,
  async list({ db, accountId, params, query }) {
    const id = params['id'] ?? '';
    if ((await findNotification(db, accountId, id)) === undefined) throw resourceNotFound();
    const { rows, total } = await listAttempts(db, accountId, id, query.page);
    return {
      rows: rows.map((row) => ({ ...row, startedAt: formatTimestamp(row.startedAt) })) as never[],
      total,
    };
  },
});

export const eventReplayRoutes: Route[] = [testRoute, attemptsRoute, replayRoute, rangeRoute];
