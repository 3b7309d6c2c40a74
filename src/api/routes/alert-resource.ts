import { type TSchema, Type } from 'typebox';
import { alertEnabledSchema, alertNameSchema, notificationConfigSchema } from '../../alerts/alert-schema.ts';
import type { AlertView } from '../../alerts/alert-view.ts';
import { type DeliveryPlan, deliveryPlanSchema } from '../../alerts/delivery-plan.ts';
import type { AlertRule } from '../../alerts/derive-events.ts';
import type { AlertEvent } from '../../alerts/events.ts';
import type { Forecast } from '../../alerts/forecast.ts';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { upgradeCriteria } from '../../criteria/upgrade.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { LinkedResource, Resource } from '../resource.ts';
import {
  destinationUrl,
  eventDestination,
  type FlatDestination,
  flatDestination,
} from './event-destinations.ts';

const closed = { additionalProperties: false };
const { alertDisabledReason, alertEventType, alertScope } = serviceVocabularies;
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Unsafe({ anyOf: [schema, { type: 'null' }], description });
const moment = (description: string) => Type.String({ format: 'date-time', description });

export const criteriaOrNull: TSchema = Type.Unsafe({
  anyOf: [{ $ref: '#/components/schemas/Criteria' }, { type: 'null' }],
  description: 'What is watched for; null watches every property.',
});

/** An alert as it is rendered: in flat JSON its destination is a URL, in JSON:API a relationship. */
export interface RenderedAlert {
  id: string;
  name: string;
  enabled: boolean;
  disabledReason: string | null;
  criteria: object | null;
  notificationConfig: { rules: readonly AlertRule[] };
  destination: FlatDestination | null;
  signingKey?: string;
  signingKeyHint: string | null;
  delivery?: DeliveryPlan;
  firstDays: { remaining: number | null; until: string } | null;
  createdAt: string;
  updatedAt: string;
}

const firstDays = Type.Object(
  {
    remaining: orNull(
      Type.Integer({ minimum: 0 }),
      'Homes still to be reported, counted up to 10,000; null until they are counted.',
    ),
    until: moment('When the last of them is reported at the latest.'),
  },
  closed,
);

const alertAttributes = {
  name: alertNameSchema,
  enabled: alertEnabledSchema,
  disabledReason: orNull(
    Type.Unsafe<string>(vocabularySchema(alertDisabledReason)),
    'Why the service disabled it: NO_DESTINATION when its destination was deleted and the account has no default. Null otherwise.',
  ),
  criteria: criteriaOrNull,
  notificationConfig: notificationConfigSchema,
  delivery: Type.Optional(deliveryPlanSchema),
  signingKey: Type.Optional(
    Type.String({
      description: "Only in the answer that creates the account's first webhook destination.",
    }),
  ),
  signingKeyHint: orNull(
    Type.String(),
    'The first 8 hexadecimal characters of the SHA-256 of the signing key; null while the account has none.',
  ),
  firstDays: orNull(
    firstDays,
    'How far it is with the homes that were on the market when it was saved or widened, which are reported over three days; null once all are.',
  ),
  createdAt: moment('When it was created.'),
  updatedAt: moment('When it was last changed.'),
};

const toDestination = Type.Object(
  {
    data: orNull(
      Type.Object({ type: Type.Literal('EventDestination'), id: Type.String({ format: 'uuid' }) }, closed),
      'Its own destination; null when it uses the default of the account.',
    ),
  },
  closed,
);

export const alert: LinkedResource<RenderedAlert> = {
  type: 'Alert',
  flat: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      ...alertAttributes,
      eventDestination: orNull(
        Type.String(),
        'Where it sends: the webhook URL, or `mailto:` and the email; null when it uses the default of the account.',
      ),
    },
    { ...closed, description: 'A stored search that notifies.' },
  ),
  attributes: Type.Object(alertAttributes, closed),
  relationships: Type.Object({ eventDestination: toDestination }, closed),
  included: [Type.Unsafe({ $ref: '#/components/schemas/EventDestinationResource' })],
  self: (id) => `/alerts/${id}`,
  toFlat: ({ destination, ...members }) => ({
    ...members,
    eventDestination: destination && destinationUrl(destination),
  }),
  toJsonApi: ({ id, destination, ...attributes }) => ({
    resource: {
      type: 'Alert',
      id,
      attributes,
      relationships: {
        eventDestination: { data: destination && { type: 'EventDestination', id: destination.id } },
      },
      links: { self: `/alerts/${id}` },
    },
    included: destination === null ? [] : [eventDestination.toJsonApi(destination).resource],
  }),
};

export const renderAlert = (view: AlertView, signingKey?: string): RenderedAlert => ({
  id: view.id,
  name: view.name,
  enabled: view.enabled,
  disabledReason: view.disabledReason,
  criteria: upgradeCriteria(view.criteria) as object | null,
  notificationConfig: { rules: view.rules },
  ...(view.delivery !== null && { delivery: view.delivery }),
  destination: view.destination === undefined ? null : flatDestination(view.destination),
  ...(signingKey === undefined ? {} : { signingKey }),
  signingKeyHint: view.signingKeyHint ?? null,
  firstDays: view.firstDays
    ? { remaining: view.firstDays.remaining, until: formatTimestamp(view.firstDays.until) }
    : null,
  createdAt: formatTimestamp(view.createdAt),
  updatedAt: formatTimestamp(view.updatedAt),
});

export interface FlatAlertEvent {
  id: string;
  alert: string;
  property: string;
  eventType: string;
  scope: string;
  notifiedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

const eventAttributes = {
  eventType: Type.Unsafe<string>(vocabularySchema(alertEventType)),
  scope: Type.Unsafe<string>(vocabularySchema(alertScope)),
  notifiedAt: orNull(Type.String({ format: 'date-time' }), 'When its destination took it; null until then.'),
  createdAt: moment('When it was recorded.'),
  updatedAt: moment('When it was last changed: recorded, or delivered.'),
};
const reference = (type: string): TSchema =>
  Type.Object(
    { data: Type.Object({ type: Type.Literal(type), id: Type.String({ format: 'uuid' }) }, closed) },
    closed,
  );
const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** In flat JSON alert and property are paths, in JSON:API relationships. */
export const alertEvent: Resource<FlatAlertEvent> = {
  type: 'AlertEvent',
  flat: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      alert: Type.String({ description: 'The path of the alert.' }),
      property: Type.String({ description: 'The path of the property.' }),
      ...eventAttributes,
    },
    { ...closed, description: 'An event that an alert notified.' },
  ),
  attributes: Type.Object(eventAttributes, closed),
  relationships: Type.Object({ alert: reference('Alert'), property: reference('Property') }, closed),
  self: (id, flat) => `${flat?.alert}/events/${id}`,
  toJsonApi: (flat) => {
    const { id, alert: of, property, ...attributes } = flat;
    return {
      resource: {
        type: 'AlertEvent',
        id,
        attributes,
        relationships: {
          alert: { data: { type: 'Alert', id: lastPart(of) } },
          property: { data: { type: 'Property', id: lastPart(property) } },
        },
        links: { self: `${of}/events/${id}` },
      },
      included: [],
    };
  },
};

export const flatAlertEvent = (event: AlertEvent): FlatAlertEvent => ({
  id: event.id,
  alert: alert.self(event.alertId),
  property: `/properties/${event.propertyId}`,
  eventType: event.eventType,
  scope: event.scope,
  notifiedAt: event.notifiedAt && formatTimestamp(event.notifiedAt),
  createdAt: formatTimestamp(event.createdAt),
  updatedAt: formatTimestamp(event.notifiedAt ?? event.createdAt),
});

const pace = (of: string): TSchema =>
  Type.Object(
    {
      average: Type.Number(),
      low: Type.Integer({ description: `Fewer on one ${of} in ten.` }),
      high: Type.Integer({ description: `More on one ${of} in ten.` }),
    },
    closed,
  );

const forecastSchema = Type.Object(
  {
    windowDays: Type.Integer(),
    total: Type.Integer({ description: 'Matching properties that arrived in the window.' }),
    perDay: pace('day'),
    perHour: pace('hour'),
  },
  { ...closed, description: 'How often an alert with these criteria would notify.' },
);

/** JSON:API requires an id, and a forecast has none: it gets a name. */
export const forecastResource: Resource<Forecast & { id: string }> = {
  type: 'Forecast',
  flat: forecastSchema,
  attributes: forecastSchema,
  toJsonApi: ({ id, ...attributes }) => ({ resource: { type: 'Forecast', id, attributes }, included: [] }),
};
