import { type TSchema, Type } from 'typebox';
import type { Resource } from '../resource.ts';

const reference = (name: string): TSchema => ({ $ref: `#/components/schemas/${name}` }) as TSchema;

const closed = { additionalProperties: false };
const links = Type.Object({ self: Type.String() }, closed);

/** The schemas of one resource: flat, resource object, document, collection. */
export function resourceSchemas(resource: Resource): Record<string, TSchema> {
  const { type, schemaName = type } = resource;
  const included =
    resource.included === undefined ? {} : { included: Type.Array(Type.Union(resource.included)) };
  return {
    ...resource.components,
    [schemaName]: resource.flat,
    [`${schemaName}Resource`]: Type.Object(
      {
        type: Type.Literal(type),
        id: Type.String(),
        attributes: resource.attributes,
        ...(resource.relationships === undefined ? {} : { relationships: resource.relationships }),
        ...(resource.self === undefined ? {} : { links }),
      },
      closed,
    ),
    [`${schemaName}Document`]: Type.Object(
      { data: reference(`${schemaName}Resource`), links, ...included },
      closed,
    ),
    [`${schemaName}Collection`]: Type.Object(
      { data: Type.Array(reference(`${schemaName}Resource`)), meta: pageMeta, links: pageLinks, ...included },
      closed,
    ),
  };
}

const pageMeta = Type.Object(
  { totalItems: Type.Integer(), itemsPerPage: Type.Integer(), currentPage: Type.Integer() },
  closed,
);

const pageLinks = Type.Object(
  {
    self: Type.String(),
    first: Type.String(),
    prev: Type.Optional(Type.String()),
    next: Type.Optional(Type.String()),
    last: Type.String(),
  },
  closed,
);
