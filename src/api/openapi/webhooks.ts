import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { FLAT_JSON } from '../negotiate.ts';
import { webhookExample, withExample } from './examples.ts';
import { componentRef } from './schema-node.ts';

const EVENTS: Readonly<Record<string, string>> = {
  NEW_MATCH: 'A property matches the alert for the first time; with scope LISTING, each new listing of it.',
  PRICE_CHANGE: 'The price of a matching property changed.',
  OTHER_CHANGE: 'Another attribute of a matching property changed.',
  EXPIRED: 'A matching property left the market.',
  REACTIVATED: 'A matching property returned to the market.',
};

const payloadName = 'WebhookPayload';

const reference = (description: string, name: string): object => ({
  type: 'object',
  description,
  properties: {
    id: { type: 'string', format: 'uuid' },
    ...(name === 'alert' && { name: { type: 'string' } }),
  },
  required: ['id', ...(name === 'alert' ? ['name'] : [])],
  additionalProperties: false,
});

/** The body of every webhook. */
export const webhookSchemas = (): Record<string, object> => ({
  [payloadName]: {
    type: 'object',
    description: 'An event of an alert, with the property as it is at the time of sending.',
    properties: {
      eventType: { type: 'string', enum: serviceVocabularies.alertEventType.values },
      eventId: { type: 'string', format: 'uuid', description: 'The same id may arrive more than once.' },
      alert: reference('The alert that matched.', 'alert'),
      listing: {
        anyOf: [reference('The listing of `data` that raised the event.', 'listing'), { type: 'null' }],
        description: 'Null when no single listing raised it.',
      },
      data: {
        $ref: componentRef('PropertyResult'),
        description: 'As `GET /properties/{id}` answers in flat JSON.',
      },
    },
    required: ['eventType', 'eventId', 'alert', 'listing', 'data'],
    additionalProperties: false,
  },
});

const header = (name: string, description: string, schema: object, required = true): object => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const HEADERS = [
  header('X-Webhook-Timestamp', 'Unix seconds of the attempt; refuse one more than 5 minutes away.', {
    type: 'integer',
  }),
  header(
    'X-Webhook-Signature',
    '`sha256=` and the hexadecimal HMAC-SHA256 of timestamp, a dot and the raw body, keyed with the signing key.',
    { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  ),
  header('X-Webhook-Sequence', 'Counts up by one for each event of the destination.', { type: 'integer' }),
  header(
    'traceparent',
    'The trace of the event (W3C Trace Context), while the service is traced. Not signed.',
    { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$' },
    false,
  ),
];

/** The `webhooks` section: one entry for each event type. */
export const webhooks = (): Record<string, object> =>
  Object.fromEntries(
    serviceVocabularies.alertEventType.values.map((eventType) => [eventType, { post: webhook(eventType) }]),
  );

function webhook(eventType: string): object {
  const media = { schema: { $ref: componentRef(payloadName) } };
  return {
    operationId: `receive${eventType.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}`,
    tags: ['Event notifications'],
    summary: `${eventType} event`,
    description: `${EVENTS[eventType]} Sent to the destination of the alert; answer any 2xx within 30 seconds.`,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { [FLAT_JSON]: withExample(media, webhookExample(eventType)) } },
    responses: {
      '2XX': { description: 'The event is delivered.' },
      default: { description: 'The attempt failed: it is repeated after 1 minute, 5, 30 and 2 hours.' },
    },
  };
}
