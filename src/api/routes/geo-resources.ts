import { type TObject, type TSchema, Type } from 'typebox';
import type { Point } from '../../catalogue/from-node.ts';
import { propertySchemas, vocabularySchema } from '../../catalogue/json-schema.ts';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { DivisionType, Position } from '../../geo/division.ts';
import { DIVISIONS_PATH, type FlatDivision } from '../../geo/division.ts';
import type { DivisionGeometry } from '../../geo/lookup.ts';
import { listedResource, type Resource } from '../resource.ts';

export const divisionType = Type.Unsafe<DivisionType>(vocabularySchema(propertyVocabularies.divisionType));

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const point = Type.Unsafe<Point>({ $ref: '#/components/schemas/Point' });
const closed = { additionalProperties: false };

export const autocompleteItem = listedResource(
  'AutocompleteItem',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The id of the administrative division.' }),
      name: Type.String(),
      locationType: divisionType,
      parentName: orNull(Type.String(), 'The next wider division; null for a country.'),
      regionName: orNull(Type.String(), 'The region it lies in; null where there is none.'),
      countryCode: Type.String({ pattern: '^[A-Z]{2}$' }),
      postalCode: orNull(Type.String(), 'Its postal code; of several the one asked for, else the first.'),
      centroid: orNull(point, 'Its middle, or that of the places around it; null when not known.'),
      metadata: Type.Object(
        {
          depth: Type.Integer({ description: 'How far below the country: 0 for a country itself.' }),
          population: orNull(Type.Integer(), 'People; null when not known.'),
          postalCodes: Type.Array(Type.String()),
          uniqueCode: Type.String({ description: 'Its official code, as the criteria tree takes it.' }),
        },
        closed,
      ),
    },
    { ...closed, description: 'A place that answers to what was typed.' },
  ),
);

const divisionSchema = propertySchemas()['AdministrativeDivision'] as unknown as TObject;

/** JSON:API reserves the name `type`: there the level is `locationType`, as in an AutocompleteItem. */
const { id: _, type: level, ...otherMembers } = divisionSchema.properties;

export const divisionResource: Resource<FlatDivision> = {
  type: 'AdministrativeDivision',
  flat: divisionSchema,
  attributes: Type.Object({ ...otherMembers, locationType: level as TSchema }, closed),
  self: (id) => `${DIVISIONS_PATH}/${id}`,
  toJsonApi: ({ id, type, iri, ...rest }) => ({
    resource: {
      type: 'AdministrativeDivision',
      id,
      attributes: { iri, ...rest, locationType: type },
      links: { self: iri },
    },
    included: [],
  }),
};

const position = Type.Unsafe<Position>({
  type: 'array',
  prefixItems: [
    { type: 'number', minimum: -180, maximum: 180 },
    { type: 'number', minimum: -90, maximum: 90 },
  ],
  items: false,
  minItems: 2,
});
const ring = Type.Array(position, { minItems: 3 });
const polygon = Type.Array(ring, { minItems: 1 });
const geometry = Type.Union(
  [
    Type.Object({ type: Type.Literal('Polygon'), coordinates: polygon }, closed),
    Type.Object({ type: Type.Literal('MultiPolygon'), coordinates: Type.Array(polygon) }, closed),
  ],
  { description: 'GeoJSON, in longitude and latitude.' },
);
const properties = { name: Type.String(), locationType: divisionType, uniqueCode: Type.String() };

export const divisionGeometry: Resource<DivisionGeometry> = {
  type: 'DivisionGeometry',
  flat: Type.Object(
    {
      type: Type.Literal('Feature'),
      id: Type.String({ format: 'uuid', description: 'The id of the administrative division.' }),
      geometry,
      properties: Type.Object(properties, closed),
    },
    { ...closed, description: 'The contour of an administrative division, as a GeoJSON feature.' },
  ),
  attributes: Type.Object({ ...properties, geometry }, closed),
  self: (id) => `${DIVISIONS_PATH}/${id}/geometry`,
  toJsonApi: ({ id, geometry: contour, properties: named }) => ({
    resource: {
      type: 'DivisionGeometry',
      id,
      attributes: { ...named, geometry: contour },
      links: { self: `${DIVISIONS_PATH}/${id}/geometry` },
    },
    included: [],
  }),
};
