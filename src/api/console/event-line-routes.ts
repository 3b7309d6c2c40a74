import { Type } from 'typebox';
import { findAlert } from '../../alerts/alerts.ts';
import {
  type EventLine,
  findDeliveryLine,
  listDeliveryLines,
  listEventLines,
} from '../../alerts/event-lines.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import type { NotificationStatus } from '../../delivery/notifications/notifications.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { resourceNotFound } from '../../service/problem.ts';
import { createdAtParameters, parseCreatedAt } from '../parse/created-at.ts';
import { plainResource } from '../resource.ts';
import { type Route, readOne, readPage } from '../route.ts';
import { consoleRouteBase } from './action-route.ts';

const PATH = '/console/api/deliveries';
const closed = { additionalProperties: false };
const { alertEventType, notificationStatus } = serviceVocabularies;
const uuid = { format: 'uuid' };
const textOrNull = (more: object = {}) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...more });
const numberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });

const home = Type.Object(
  {
    id: Type.String(uuid),
    picture: textOrNull(),
    price: numberOrNull,
    currency: textOrNull(),
    transactionType: textOrNull(),
    propertyType: textOrNull(),
    area: numberOrNull,
    areaUnit: textOrNull(),
    rooms: numberOrNull,
    town: textOrNull(),
  },
  { ...closed, title: 'EventLineHome' },
);

const eventLine = plainResource(
  'EventLine',
  `${PATH}/{id}`,
  Type.Object(
    {
      id: Type.String({ ...uuid, description: 'Of the notification, or of the event while it has none.' }),
      notificationId: textOrNull(uuid),
      isTest: Type.Boolean(),
      eventType: Type.String(),
      alertId: Type.String(uuid),
      alertName: textOrNull({ description: 'As it was called then.' }),
      propertyId: textOrNull(uuid),
      home: Type.Unsafe<EventLine['home']>({
        anyOf: [home, { type: 'null' }],
        description: 'As it is today; null for a test, and when it is gone.',
      }),
      changes: Type.Array(
        Type.Object({ attribute: Type.String(), before: numberOrNull, after: numberOrNull }, closed),
      ),
      channel: textOrNull(),
      destinationId: textOrNull(uuid),
      destinationAddress: textOrNull(),
      status: textOrNull({ enum: [...notificationStatus.values, null] }),
      attemptNumber: Type.Integer(),
      lastErrorMessage: textOrNull(),
      deliveredAt: textOrNull({ format: 'date-time' }),
      createdAt: Type.String({ format: 'date-time' }),
    },
    { ...closed, description: 'What happened to which home, for which alert, and how its delivery went.' },
  ),
);

const flat = ({ revisionId: _, price: __, ...line }: EventLine) => ({
  ...line,
  deliveredAt: line.deliveredAt && formatTimestamp(line.deliveredAt),
  createdAt: formatTimestamp(line.createdAt),
});

const common = { ...consoleRouteBase, tag: 'Deliveries', resource: eventLine };
const idParameter = Type.Optional(Type.String(uuid));

/** Unbilled reads of the console: the facts of a sentence in one call instead of one a row. */
export const eventLineRoutes: Route[] = [
  readPage({
    ...common,
    path: PATH,
    operationId: 'listDeliveryLines',
    summary: 'List deliveries with their homes',
    query: Type.Object({
      ...createdAtParameters,
      status: Type.Optional(Type.String({ enum: [...notificationStatus.values] })),
      eventType: Type.Optional(Type.String({ enum: [...alertEventType.values] })),
      alert: idParameter,
      property: idParameter,
      destination: idParameter,
    }),
    async list({ db, accountId, query }) {
      const { alert: alertId, property: propertyId, destination: destinationId, eventType } = query;
      const status = query.status as NotificationStatus | undefined;
      const choice = { accountId, status, eventType, alertId, propertyId, destinationId };
      const { rows, total } = await listDeliveryLines(
        db,
        { ...choice, ...parseCreatedAt(query) },
        query.page,
      );
      return { rows: rows.map(flat), total };
    },
  }),
  readOne({
    ...common,
    path: `${PATH}/{id}`,
    operationId: 'getDeliveryLine',
    summary: 'Get a delivery with its home',
    async find({ db, accountId, params }) {
      const line = await findDeliveryLine(db, accountId, params['id'] ?? '');
      return line && flat(line);
    },
  }),
  readPage({
    ...common,
    path: '/console/api/alerts/{id}/events',
    operationId: 'listEventLines',
    summary: 'List the events of an alert with their homes',
    problems: ['not-found'],
    async list({ db, accountId, params, query }) {
      const alertId = params['id'] ?? '';
      if ((await findAlert(db, accountId, alertId)) === undefined) throw resourceNotFound();
      const { rows, total } = await listEventLines(db, { accountId, alertId }, query.page);
      return { rows: rows.map(flat), total };
    },
  }),
];
