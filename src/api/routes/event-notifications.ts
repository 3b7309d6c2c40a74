import { Type } from 'typebox';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import {
  findNotification,
  listNotifications,
  type NotificationRow,
} from '../../delivery/notifications/notifications.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { createdAtParameters, momentsOf } from '../parse/moments.ts';
import { plainResource } from '../resource.ts';
import { type Route, readOne, readPage } from '../route.ts';

const statuses = serviceVocabularies.notificationStatus.values;
export const notificationStatus = Type.Union(statuses.map((value) => Type.Literal(value)));
const moment = (description: string) => Type.String({ format: 'date-time', description });
const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

export const eventNotification = plainResource(
  'EventNotification',
  '/event-notifications',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      channel: Type.String({ enum: [...serviceVocabularies.destinationType.values] }),
      destinationAddress: orNull(
        Type.String({ description: 'The url or mail address; null when the account had no destination.' }),
      ),
      status: Type.String({ enum: [...statuses] }),
      attemptNumber: Type.Integer({ minimum: 0, description: 'Attempts begun; 0 before the first.' }),
      deliveredAt: orNull(moment('When the destination took it.')),
      lastErrorMessage: orNull(
        Type.String({ description: 'Why the last attempt failed, or why it is SKIPPED.' }),
      ),
      createdAt: moment('When the event was recorded.'),
      updatedAt: moment('When anything of this last changed.'),
    },
    { additionalProperties: false, description: 'The delivery of one event to one destination.' },
  ),
);

export const flatNotification = (
  row: NotificationRow,
): Parameters<typeof eventNotification.toJsonApi>[0] => ({
  ...row,
  deliveredAt: row.deliveredAt && timestamp(row.deliveredAt),
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});

const tag = 'Event notifications';

export const eventNotificationRoutes: Route[] = [
  readPage({
    path: '/event-notifications',
    operationId: 'listEventNotifications',
    tag,
    summary: 'Read the delivery log',
    description: 'The newest first. Kept for 12 months; what is not delivered yet is kept longer.',
    routeType: 'alerts',
    resource: eventNotification,
    query: Type.Object({
      ...createdAtParameters,
      status: Type.Optional(Type.String({ enum: [...statuses], description: 'Only those in this state.' })),
    }),
    async list({ db, accountId, query }) {
      const status = query.status as NotificationRow['status'] | undefined;
      const choice = { accountId, status, ...momentsOf(query) };
      const { rows, total } = await listNotifications(db, choice, query.page);
      return { rows: rows.map(flatNotification), total };
    },
  }),
  readOne({
    path: '/event-notifications/{id}',
    operationId: 'getEventNotification',
    tag,
    summary: 'Read one notification',
    routeType: 'alerts',
    resource: eventNotification,
    async find({ db, accountId, params }) {
      const row = await findNotification(db, accountId, params['id'] ?? '');
      return row && flatNotification(row);
    },
  }),
];
