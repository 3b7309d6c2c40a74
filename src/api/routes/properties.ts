import { Type } from 'typebox';
import { findPropertyAsOf } from '../../properties/as-of.ts';
import { findPropertyIdReplicaFirst, findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { fieldParameters, propertyResourceFor } from '../fields/property-fields.ts';
import { queryRoute } from '../query-route.ts';
import type { Resource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { propertiesByIdRoute } from './properties-by-id.ts';
import { propertyResource } from './property-resource.ts';
import { asOfParameter, requireMoment } from './search-body.ts';

const tag = 'Properties';
const MAX_URL_CHARS = 8_192;

interface PropertyLookup {
  id: string;
  property: string;
}

const path = Type.String({ description: 'The path of the property in this API.' });

/** A reference to the property by its path. */
const propertyLookupResource: Resource<PropertyLookup> = {
  type: 'Property',
  schemaName: 'PropertyLookup',
  flat: Type.Object(
    { id: Type.String({ format: 'uuid', description: 'The id of the property.' }), property: path },
    { additionalProperties: false, description: 'The property that a listing belongs to.' },
  ),
  attributes: Type.Object({ property: path }, { additionalProperties: false }),
  self: (id) => propertyResource.self(id),
  toJsonApi: ({ id, property }) => ({
    resource: { type: 'Property', id, attributes: { property }, links: { self: property } },
    included: [],
  }),
};

export const propertyRoutes: Route[] = [
  propertiesByIdRoute,
  queryRoute({
    path: '/properties/lookup-by-url',
    operationId: 'lookupPropertyByUrl',
    tag,
    summary: 'Look up a property by listing URL',
    description:
      'By the URL of the listing, with or without a trailing slash and however it is encoded. An unknown URL is 404 and costs nothing.',
    routeType: 'read',
    resource: propertyLookupResource,
    body: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          maxLength: MAX_URL_CHARS,
          description: 'The URL of the listing.',
          examples: ['https://www.figures-immo.example/annonces/240798487'],
        }),
      },
      { additionalProperties: false },
    ),
    results: 1,
    async find(call) {
      const id = await findPropertyIdReplicaFirst(call, call.body.url);
      return id === undefined ? undefined : { id, property: propertyResource.self(id) };
    },
  }),
  readOne({
    path: '/properties/{id}',
    operationId: 'getProperty',
    tag,
    summary: 'Get a property',
    description:
      'The id of a property that was merged into another answers with the survivor, whose own id stands in the body.',
    problems: ['validation'],
    routeType: 'read',
    resource: propertyResource,
    query: Type.Object({
      uuid: Type.Optional(Type.String({ description: 'Accepted; has no effect.' })),
      asOf: asOfParameter('The property as the service showed it then. 404 when it was not known.'),
      ...fieldParameters,
    }),
    shownAs: ({ query, format }) => propertyResourceFor(query, format),
    results: 1,
    find(call) {
      const { asOf } = call.query as { asOf?: string };
      const id = call.params['id'] ?? '';
      if (asOf === undefined) return findPropertyReplicaFirst(call, id);
      return findPropertyAsOf(call.db, id, requireMoment(asOf));
    },
  }),
];
