import { schemaOf } from '../../catalogue/json-schema.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { payloadSchema } from '../../ingest/payload.ts';
import { componentRef, mapSchemas, type SchemaNode } from './schema-node.ts';

const [seen, expired] = serviceVocabularies.observationKind.values;

const header = {
  source: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,99}$', description: 'The slug of the source.' },
  url: { type: 'string', format: 'uri', description: 'The URL of the listing: its identity.' },
  observedAt: { type: 'string', format: 'date-time', description: 'When the source was read.' },
};

const observation = (kind: string | undefined, description: string, payload: object): object => ({
  type: 'object',
  description,
  properties: { ...header, kind: { type: 'string', const: kind }, payload },
  required: ['source', 'url', 'observedAt', 'kind', 'payload'],
});

/** The observation, from the nodes of the catalogue that ingest reads. */
export const observationSchemas = (): Record<string, object> => ({
  Observation: {
    description: 'One visit of one listing at one source.',
    anyOf: [
      observation(seen, 'The listing is there.', { $ref: componentRef('ObservationPayload') }),
      observation(expired, 'The listing is gone.', { type: 'null' }),
    ],
  },
  ObservationPayload: openPayload(),
});

/** Every member is optional, and unknown ones are counted rather than refused. */
function openPayload(): SchemaNode {
  const whole = mapSchemas(
    schemaOf(payloadSchema),
    ({ required: _, additionalProperties: __, ...rest }) => rest,
  );
  const { properties, ...rest } = whole as { properties: Record<string, SchemaNode> };
  const { location, ...others } = properties;
  const coordinates = {
    type: 'array',
    description: 'Longitude, then latitude.',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
  };
  return {
    ...rest,
    description: 'What a source says of one listing. Every member is optional.',
    properties: {
      ...others,
      location: { ...location, properties: { ...(location?.['properties'] as object), coordinates } },
    },
  };
}
