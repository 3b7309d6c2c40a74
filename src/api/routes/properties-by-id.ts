import { type Static, Type } from 'typebox';
import { COMMA_SEPARATED } from '../../lib/comma-separated.ts';
import { findPropertiesReplicaFirst } from '../../properties/lookup.ts';
import { fieldParameters, propertyResourceFor } from '../fields/property-fields.ts';
import { resourceListDocument } from '../render/json-api.ts';
import { flatDocument, type Resource } from '../resource.ts';
import type { Route, RouteCall } from '../route.ts';
import { propertyResource } from './property-resource.ts';

const MAX_IDS = 100;
const closed = { additionalProperties: false };
const refer = (name: string) => Type.Unsafe({ $ref: `#/components/schemas/${name}` });

const query = Type.Object(
  {
    ids: Type.Array(Type.String({ format: 'uuid' }), {
      [COMMA_SEPARATED]: true,
      minItems: 1,
      maxItems: MAX_IDS,
      description: `Up to ${MAX_IDS} ids of properties, separated by commas.`,
    }),
    ...fieldParameters,
  },
  closed,
);

/** One call instead of a hundred, for clients that store ids. */
export const propertiesByIdRoute: Route = {
  method: 'GET',
  path: '/properties',
  operationId: 'getProperties',
  tag: 'Properties',
  summary: 'Get several properties',
  description:
    'By their ids, in that order. An id that does not exist is left out and costs nothing. The id of a property that was merged into another answers with the survivor, once.',
  routeType: 'read',
  query,
  answers: [
    {
      status: 200,
      description: 'The properties that exist.',
      resource: propertyResource as Resource,
      many: true,
      document: {
        name: 'PropertiesById',
        schema: Type.Object(
          {
            data: Type.Array(refer('PropertyResultResource')),
            meta: Type.Object(
              { totalItems: Type.Integer({ minimum: 0, description: 'How many of the ids exist.' }) },
              closed,
            ),
            links: Type.Object({ self: Type.String() }, closed),
            included: Type.Array(Type.Union([...(propertyResource.included ?? [])])),
          },
          closed,
        ),
      },
    },
  ],
  problems: ['validation'],
  async run(call) {
    const { ids } = (call as RouteCall<Static<typeof query>>).query;
    const resource = propertyResourceFor(call.query, call.format);
    const found = await findPropertiesReplicaFirst(call, [...new Set(ids.map((id) => id.toLowerCase()))]);
    return {
      status: 200,
      results: found.length,
      document: (format) =>
        format === 'flat'
          ? found.map((one) => flatDocument(resource, one))
          : resourceListDocument(resource, found, {
              meta: { totalItems: found.length },
              self: `${call.target.path}?${call.target.query}`,
            }),
    };
  },
};
