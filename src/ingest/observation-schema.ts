import { type JsonSchema, propertySchemas, schemaOf } from '../catalogue/json-schema.ts';
import { serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { payloadSchema } from './payload.ts';

const COORDINATES: JsonSchema = {
  type: 'array',
  description: 'Longitude, then latitude, in degrees (WGS 84).',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
};

const refOf = (name: string): string => `#/$defs/${name}`;

/** Every member of a payload may be absent, and what we do not know is counted, not refused. */
function relax(schema: JsonSchema): JsonSchema {
  const { required: _, additionalProperties: __, properties, items, ...rest } = schema;
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, relax(member)]),
          ),
        }),
    ...(items === undefined ? {} : { items: items === false ? items : relax(items) }),
  };
}

/** The named shapes that a schema refers to, and those that they refer to. */
function collectDefinitions(schema: JsonSchema): Record<string, JsonSchema> {
  const known = propertySchemas(refOf);
  const found: Record<string, JsonSchema> = {};
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const shape = known[name];
      if (shape === undefined || name in found) continue;
      found[name] = relax(shape);
      visit(JSON.stringify(shape));
    }
  };
  visit(JSON.stringify(schema));
  return found;
}

/**
 * The JSON schema of an observation, derived from the catalogue. Ingest reads more than it describes: numbers as text,
 * foreign words with a plain meaning. What it does not know is counted, and the rest of the observation goes in.
 */
export function observationSchema(): object {
  const payload = relax(schemaOf(payloadSchema, refOf));
  const location = payload.properties?.['location'];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: '/schemas/observation.json',
    title: 'Observation',
    description: 'One visit of one listing at one source. An NDJSON file has one of them a line.',
    type: 'object',
    required: ['source', 'url', 'observedAt', 'kind', 'payload'],
    properties: {
      source: {
        type: 'string',
        pattern: '^[a-z0-9][a-z0-9._-]{0,99}$',
        description: 'The slug of the source. An unknown one is created.',
      },
      url: { type: 'string', format: 'uri', description: 'The URL of the listing: its identity.' },
      observedAt: {
        type: 'string',
        format: 'date-time',
        description: 'When it was visited. An older visit never overwrites a newer one.',
      },
      kind: {
        type: 'string',
        enum: serviceVocabularies.observationKind.values,
        description: 'seen: with a payload. expired: the listing is gone, and the payload is null.',
      },
      payload: {
        anyOf: [
          {
            ...payload,
            properties: {
              ...payload.properties,
              location: {
                ...location,
                properties: { ...location?.properties, coordinates: COORDINATES },
              },
            },
          },
          { type: 'null' },
        ],
      },
    },
    $defs: collectDefinitions(payload),
  };
}
