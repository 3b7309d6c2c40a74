import type { PlacesFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { MAX_LIST_VALUES, MAX_RADIUS_KM, MAX_TEXT_CHARS } from '../limits.ts';

const texts = (
  description: string,
  more: JsonSchema = { minLength: 1, maxLength: MAX_TEXT_CHARS },
): JsonSchema => ({
  type: 'array',
  description,
  items: { type: 'string', ...more },
  minItems: 1,
  maxItems: MAX_LIST_VALUES,
});

const closed = (
  description: string,
  properties: Record<string, JsonSchema>,
  required: string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

const number = (description: string, minimum: number, maximum: number): JsonSchema => ({
  type: 'number',
  description,
  minimum,
  maximum,
});

const position: JsonSchema = {
  type: 'array',
  description: 'Longitude, then latitude, in degrees (WGS 84).',
  prefixItems: [number('Longitude.', -180, 180), number('Latitude.', -90, 90)],
  minItems: 2,
  maxItems: 3,
};
const ring: JsonSchema = { type: 'array', description: 'A closed ring.', items: position, minItems: 4 };
const polygon: JsonSchema = {
  type: 'array',
  description: 'The rim, then the holes.',
  items: ring,
  minItems: 1,
};

const geoShape: JsonSchema = {
  description: 'A GeoJSON Polygon or MultiPolygon.',
  anyOf: [
    closed('A polygon.', { type: { type: 'string', const: 'Polygon' }, coordinates: polygon }, [
      'type',
      'coordinates',
    ]),
    closed(
      'Several polygons.',
      {
        type: { type: 'string', const: 'MultiPolygon' },
        coordinates: { type: 'array', description: 'The polygons.', items: polygon, minItems: 1 },
      },
      ['type', 'coordinates'],
    ),
  ],
};

const list = (description: string): JsonSchema => ({
  ...closed(description, {
    uniqueCodes: texts('Official codes of divisions, with everything below them: 75111, 75, R11.'),
    ids: texts('Ids of divisions, with everything below them.', { format: 'uuid' }),
    postalCodes: texts('Postal codes.'),
    centerPoint: closed(
      'A circle.',
      {
        latitude: number('In degrees.', -90, 90),
        longitude: number('In degrees.', -180, 180),
        radiusKm: number('The radius in kilometres.', 0.001, MAX_RADIUS_KM),
      },
      ['latitude', 'longitude', 'radiusKm'],
    ),
    geoShapes: { type: 'array', description: 'Shapes drawn on a map.', items: geoShape, minItems: 1 },
  }),
  minProperties: 1,
});

export const placesSchema = ({ description, beside }: PlacesFilter): JsonSchema => ({
  ...closed(description, {
    countryCode: {
      type: 'string',
      description: 'ISO 3166-1 alpha-2 code of the country.',
      pattern: '^[A-Z]{2}$',
    },
    in: list('In any of these places.'),
    nin: list('In none of these places; what is not known passes.'),
    accuracy: texts('How finely the position is known: any of these.', {
      enum: beside.accuracy.vocabulary?.values ?? [],
    }),
  }),
  minProperties: 1,
});
