import { type TSchema, Type } from 'typebox';
import { findAlert } from '../../alerts/alerts.ts';
import { findAlertEvent, listAlertEvents } from '../../alerts/events.ts';
import { forecastAlert } from '../../alerts/forecast.ts';
import { MAX_REHEARSAL_DAYS, type Rehearsal, rehearseAlert } from '../../alerts/rehearsal.ts';
import { formatRehearsalCursor, parseRehearsalCursor } from '../../alerts/rehearsal-cursor.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { buildSearchRow } from '../../criteria/columns.ts';
import { EXAMPLE_CRITERIA } from '../../criteria/example.ts';
import { explain } from '../../criteria/explain.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { PlaceReference } from '../../criteria/parse-context.ts';
import type { Lineage } from '../../criteria/search-row.ts';
import type { Tree } from '../../criteria/tree.ts';
import { parseStoredTree } from '../../criteria/upgrade.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { findProperty } from '../../properties/lookup.ts';
import { findUnknownPlaces } from '../../properties/search.ts';
import { requireNoFaults, resourceNotFound, validationProblem } from '../../service/problem.ts';
import { createdAtParameters, parseCreatedAt } from '../parse/created-at.ts';
import type { Resource } from '../resource.ts';
import { type Route, readOne, readPage } from '../route.ts';
import { alertComponents } from './alert-body.ts';
import { alertEvent, criteriaOrNull, flatAlertEvent, forecastResource } from './alert-resource.ts';
import { explanation } from './explain.ts';

const tag = 'Alerts';
const closed = { additionalProperties: false };
const noQuery = Type.Object({}, closed);

const forecastRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: '/alerts/forecast',
  operationId: 'forecastAlert',
  tag,
  summary: 'Forecast an alert',
  description:
    'From the matching properties that arrived during the last 30 days; those already on the market, which a new alert also reports in its first days, are left out. Costs nothing.',
  routeType: 'alerts',
  query: noQuery,
  body: {
    schema: Type.Object(
      { criteria: Type.Optional(Type.Unsafe({ examples: [EXAMPLE_CRITERIA, {}, null] })) },
      closed,
    ),
    documented: Type.Object({ criteria: Type.Optional(criteriaOrNull) }, closed),
    resource: { ...forecastResource, flat: Type.Object({}) } as unknown as Resource,
    read(sent) {
      const parsed = parseCriteria((sent as { criteria?: unknown }).criteria);
      return 'faults' in parsed ? { faults: [...parsed.faults] } : { value: parsed };
    },
    bare: true,
  },
  components: alertComponents,
  answers: [{ status: 200, description: 'The Forecast.', resource: forecastResource as unknown as Resource }],
  isQuery: true,
  problems: ['validation'],
  async run(call) {
    const { tree, mentions } = call.body as { tree: Tree; mentions: readonly PlaceReference[] };
    requireNoFaults(await findUnknownPlaces(call.places, mentions));
    const flat = await forecastAlert(call, tree);
    return {
      status: 200,
      results: 0,
      document: (format) =>
        format === 'flat'
          ? flat
          : {
              data: forecastResource.toJsonApi({ id: 'forecast', ...flat }).resource,
              links: { self: '/alerts/forecast' },
            },
    };
  },
};

const sample = Type.Object(
  {
    eventType: Type.String({ enum: [...serviceVocabularies.alertEventType.values] }),
    occurredAt: Type.String({ format: 'date-time' }),
    listing: Type.Unsafe({
      anyOf: [Type.Object({ id: Type.String({ format: 'uuid' }) }, closed), { type: 'null' }],
    }),
    data: Type.Unsafe({ $ref: '#/components/schemas/PropertyResult' }),
  },
  { ...closed, description: 'What a notification would have said.' },
);

const rehearsalMembers = {
  days: Type.Integer(),
  changes: Type.Integer({ description: 'Changes of properties that this answer looked at.' }),
  totalChanges: Type.Integer({ description: 'Changes of properties recorded in these days.' }),
  complete: Type.Boolean({ description: 'False when there is more to look at: see `cursor`.' }),
  cursor: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Send it with the next call to continue, and add up the counts of both answers.',
  }),
  arrivals: Type.Integer({
    description:
      'Homes that appeared in these days and match today: the figure of the forecast. Part of `counts.NEW_MATCH` of the first answer; 0 in those that continue it, and for rules about listings.',
  }),
  counts: Type.Object(
    Object.fromEntries(serviceVocabularies.alertEventType.values.map((type) => [type, Type.Integer()])),
    closed,
  ),
  samples: Type.Array(sample, { maxItems: 10 }),
};

interface FlatRehearsal {
  id: string;
}

const rehearsal: Resource<FlatRehearsal> = {
  type: 'AlertRehearsal',
  flat: Type.Object(
    { id: Type.String({ format: 'uuid', description: 'The id of the alert.' }), ...rehearsalMembers },
    { ...closed, description: 'What an alert would have notified in the last days.' },
  ),
  attributes: Type.Object(rehearsalMembers, closed),
  toJsonApi: ({ id, ...attributes }) => ({
    resource: { type: 'AlertRehearsal', id, attributes },
    included: [],
  }),
};

const flatRehearsal = (id: string, { samples, next, ...rest }: Rehearsal) => ({
  id,
  ...rest,
  cursor: next === undefined ? null : formatRehearsalCursor(next),
  samples: samples.map(({ listingId, occurredAt, eventType, data }) => ({
    eventType,
    occurredAt: formatTimestamp(occurredAt),
    listing: listingId === null ? null : { id: listingId },
    data,
  })),
});

const days = Type.Integer({
  minimum: 1,
  maximum: MAX_REHEARSAL_DAYS,
  default: 7,
  description: 'How far back, from now.',
});

const cursor = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'From the answer that this call continues. `days` is that of the first call.',
});

const rehearsalRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: '/alerts/{id}/rehearsal',
  operationId: 'rehearseAlert',
  tag,
  summary: 'Rehearse an alert',
  description:
    'Matches the changes of the last days with the criteria and rules of the alert as they are now, and answers what it would have notified. An event counts on the day that its advert appeared or changed. An answer comes within 2 seconds: when there is more to look at, `complete` is false and `cursor` continues. Nothing is sent. Costs nothing.',
  routeType: 'alerts',
  query: noQuery,
  body: {
    schema: Type.Object({ days: Type.Optional(days), cursor: Type.Optional(cursor) }, closed),
    resource: { ...rehearsal, flat: Type.Object({}) } as unknown as Resource,
    bare: true,
  },
  answers: [{ status: 200, description: 'The rehearsal.', resource: rehearsal as unknown as Resource }],
  isQuery: true,
  problems: ['not-found', 'validation'],
  async run(call) {
    const { db, clock, places, accountId, params } = call;
    const row = await findAlert(db, accountId, params['id'] ?? '');
    if (row === undefined) throw resourceNotFound();
    const register = await places.register();
    const sent = call.body as { days?: number; cursor?: string };
    const cursor = sent.cursor === undefined ? undefined : parseRehearsalCursor(sent.cursor);
    if (sent.cursor !== undefined && cursor === undefined)
      throw validationProblem('cursor', 'This is no cursor of a rehearsal.', 'invalid_cursor');
    const lineage: Lineage = (id) => register.ancestorsOf(id);
    const found = await rehearseAlert({ db, clock, places, lineage }, row, { days: sent.days ?? 7, cursor });
    const flat = flatRehearsal(row.id, found);
    return {
      status: 200,
      results: 0,
      document: (format) =>
        format === 'flat'
          ? flat
          : { data: rehearsal.toJsonApi(flat).resource, links: { self: `/alerts/${row.id}/rehearsal` } },
    };
  },
};

const order: TSchema = Type.Optional(
  Type.String({
    enum: [...serviceVocabularies.collectionOrder.values],
    default: 'asc',
    description: 'By the time of recording: `asc` the oldest first, `desc` the newest.',
  }),
);

const explainRoute = readOne({
  path: '/alerts/{id}/explain',
  operationId: 'explainAlert',
  tag,
  summary: 'Explain whether an alert matches a property',
  description:
    'The criteria come back with PASS, FAIL or MISSING at each node, and with what was seen at each filter.',
  routeType: 'alerts',
  resource: explanation,
  query: Type.Object(
    { propertyId: Type.String({ format: 'uuid', description: 'The property to look at.' }) },
    closed,
  ),
  async find({ db, places, accountId, params, query }) {
    const row = await findAlert(db, accountId, params['id'] ?? '');
    if (row === undefined) return undefined;
    const property = await findProperty(db, query.propertyId);
    if (property === undefined)
      throw validationProblem('propertyId', 'There is no property with this id.', 'unknown_property');
    const register = await places.register();
    const state = buildSearchRow(property, (id) => register.ancestorsOf(id));
    return { id: property.id, ...explain(parseStoredTree(row.criteria), state) };
  },
});

export const alertEventRoutes: Route[] = [
  forecastRoute,
  rehearsalRoute,
  explainRoute,
  readPage({
    path: '/alerts/{alertId}/events',
    operationId: 'listAlertEvents',
    tag,
    summary: 'List alert events',
    description: 'The oldest first, unless asked otherwise. Kept for 12 months.',
    routeType: 'alerts',
    resource: alertEvent,
    problems: ['not-found'],
    query: Type.Object({ 'order[createdAt]': order, ...createdAtParameters }),
    async list({ db, accountId, params, query }) {
      const alertId = params['alertId'] ?? '';
      if ((await findAlert(db, accountId, alertId)) === undefined) throw resourceNotFound();
      const newestFirst = (query as Record<string, unknown>)['order[createdAt]'] === 'desc';
      const { rows, total } = await listAlertEvents(
        db,
        { accountId, alertId, newestFirst, ...parseCreatedAt(query) },
        query.page,
      );
      return { rows: rows.map(flatAlertEvent), total };
    },
  }),
  readOne({
    path: '/alerts/{alertId}/events/{id}',
    operationId: 'getAlertEvent',
    tag,
    summary: 'Get an alert event',
    routeType: 'alerts',
    resource: alertEvent,
    async find({ db, accountId, params }) {
      const event = await findAlertEvent(
        db,
        { accountId, alertId: params['alertId'] ?? '' },
        params['id'] ?? '',
      );
      return event && flatAlertEvent(event);
    },
  }),
];
