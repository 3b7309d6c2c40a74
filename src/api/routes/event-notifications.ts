import { Type } from 'typebox';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import {
  findNotification,
  listNotifications,
  type NotificationRow,
} from '../../delivery/notifications/notifications.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { createdAtParameters, parseCreatedAt } from '../parse/created-at.ts';
import type { Resource } from '../resource.ts';
import { type Route, readOne, readPage } from '../route.ts';

const closed = { additionalProperties: false };
const statuses = serviceVocabularies.notificationStatus.values;
const moment = (description: string) => Type.String({ format: 'date-time', description });
const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

const attributes = {
  eventType: Type.String({
    enum: [...serviceVocabularies.alertEventType.values],
    description: 'What happened.',
  }),
  channel: Type.String({ enum: [...serviceVocabularies.destinationType.values] }),
  destinationAddress: orNull(
    Type.String({ description: 'The url or email; null when the account had no destination.' }),
  ),
  status: Type.String({ enum: [...statuses] }),
  attemptNumber: Type.Integer({ minimum: 0, description: 'Attempts begun; 0 before the first.' }),
  deliveredAt: orNull(moment('When the destination took it.')),
  lastErrorMessage: orNull(
    Type.String({ description: 'Why the last attempt failed, or why it is SKIPPED.' }),
  ),
  createdAt: moment('When the event was recorded.'),
  updatedAt: moment('When anything of this last changed.'),
};

const relatedOrNull = (of: string) =>
  orNull(Type.String({ description: `The path of the ${of}; null for a test.` }));
const toOne = (type: string) =>
  Type.Object(
    {
      data: Type.Union([
        Type.Object({ type: Type.Literal(type), id: Type.String({ format: 'uuid' }) }, closed),
        Type.Null(),
      ]),
    },
    closed,
  );

export interface RenderedNotification
  extends Omit<
    NotificationRow,
    'kind' | 'eventId' | 'alertId' | 'propertyId' | 'deliveredAt' | 'createdAt' | 'updatedAt'
  > {
  /** Null for a test notification, which belongs to no alert. */
  of: { eventId: string; alertId: string; propertyId: string | null } | null;
  deliveredAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** In flat JSON event, alert and property are paths, in JSON:API they are relationships. */
export const eventNotification: Resource<RenderedNotification> = {
  type: 'EventNotification',
  flat: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      event: relatedOrNull('event'),
      alert: relatedOrNull('alert'),
      property: relatedOrNull('property'),
      ...attributes,
    },
    { ...closed, description: 'The delivery of one event to one destination.' },
  ),
  attributes: Type.Object(attributes, closed),
  relationships: Type.Object(
    { event: toOne('AlertEvent'), alert: toOne('Alert'), property: toOne('Property') },
    closed,
  ),
  self: (id) => `/event-notifications/${id}`,
  toFlat: ({ of, ...members }) => ({
    ...members,
    event: of && `/alerts/${of.alertId}/events/${of.eventId}`,
    alert: of && `/alerts/${of.alertId}`,
    property: of?.propertyId ? `/properties/${of.propertyId}` : null,
  }),
  toJsonApi: ({ id, of, ...members }) => ({
    resource: {
      type: 'EventNotification',
      id,
      attributes: members,
      relationships: {
        event: { data: of && { type: 'AlertEvent', id: of.eventId } },
        alert: { data: of && { type: 'Alert', id: of.alertId } },
        property: { data: of?.propertyId ? { type: 'Property', id: of.propertyId } : null },
      },
      links: { self: `/event-notifications/${id}` },
    },
    included: [],
  }),
};

export const renderNotification = ({
  kind,
  eventId,
  alertId,
  propertyId,
  ...row
}: NotificationRow): RenderedNotification => ({
  ...row,
  of: kind === 'TEST' ? null : { eventId, alertId, propertyId },
  deliveredAt: row.deliveredAt && formatTimestamp(row.deliveredAt),
  createdAt: formatTimestamp(row.createdAt),
  updatedAt: formatTimestamp(row.updatedAt),
});

const idParameter = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));

const tag = 'Event notifications';

export const eventNotificationRoutes: Route[] = [
  readPage({
    path: '/event-notifications',
    operationId: 'listEventNotifications',
    tag,
    summary: 'List notifications',
    description: 'The newest first. Kept for 12 months; what is not delivered yet is kept longer.',
    routeType: 'alerts',
    resource: eventNotification,
    query: Type.Object({
      ...createdAtParameters,
      status: Type.Optional(Type.String({ enum: [...statuses], description: 'Only those in this state.' })),
      event: idParameter('Only the one of this event.'),
      alert: idParameter('Only those of this alert.'),
      property: idParameter('Only those about this property.'),
    }),
    async list({ db, accountId, query }) {
      const status = query.status as NotificationRow['status'] | undefined;
      const of = { eventId: query.event, alertId: query.alert, propertyId: query.property };
      const choice = { accountId, status, ...of, ...parseCreatedAt(query) };
      const { rows, total } = await listNotifications(db, choice, query.page);
      return { rows: rows.map(renderNotification), total };
    },
  }),
  readOne({
    path: '/event-notifications/{id}',
    operationId: 'getEventNotification',
    tag,
    summary: 'Get a notification',
    routeType: 'alerts',
    resource: eventNotification,
    async find({ db, accountId, params }) {
      const row = await findNotification(db, accountId, params['id'] ?? '');
      return row && renderNotification(row);
    },
  }),
];
