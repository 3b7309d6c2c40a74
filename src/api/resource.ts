import type { Static, TObject, TSchema } from 'typebox';

/** What every flat resource has. */
export interface Identified {
  id: string;
}

export interface Reference {
  type: string;
  id: string;
}

/** A resource object of JSON:API, as rendered. */
export interface ResourceObject {
  type: string;
  id: string;
  attributes?: object;
  relationships?: Record<string, { data: Reference | null | (Reference | null)[] }>;
  links?: { self: string };
}

export interface JsonApiResource {
  resource: ResourceObject;
  included: ResourceObject[];
}

/** One description per resource: the flat schema, and how its JSON:API form is derived. */
export interface Resource<Flat extends Identified = Identified> {
  /** The JSON:API type, and the name of its OpenAPI schemas unless `schemaName` is set. */
  type: string;
  /** Set where the type has the name of a part of the property document. */
  schemaName?: string;
  flat: TSchema;
  /** The parts of the JSON:API resource object, as schemas. */
  attributes: TSchema;
  relationships?: TSchema;
  included?: TSchema[];
  /** Further named schemas that the ones above refer to. */
  components?: Record<string, TSchema>;
  /** The path that answers with this resource alone. Absent where there is none: it then has no link to itself. */
  self?(id: string, flat?: Flat): string;
  toJsonApi(flat: Flat): JsonApiResource;
  /** Set where the flat document names a related resource differently from JSON:API. */
  toFlat?(value: Flat): object;
}

export const flatDocument = <Flat extends Identified>(resource: Resource<Flat>, value: Flat): object =>
  resource.toFlat?.(value) ?? value;

/** A resource with a path of its own. */
export interface LinkedResource<Flat extends Identified = Identified> extends Resource<Flat> {
  self(id: string, flat?: Flat): string;
}

/**
 * A resource whose JSON:API attributes are its flat members but the id. `path` is that of the GET route which answers
 * with it alone, such as `/sources/{id}`: the links of the resource are made of it.
 */
export function plainResource<Schema extends TObject>(
  type: string,
  path: string,
  flat: Schema,
): LinkedResource<Static<Schema> & Identified> {
  const [before = '', after] = path.split('{id}');
  const self = (id: string): string => (after === undefined ? path : before + id + after);
  return {
    type,
    flat,
    attributes: withoutId(flat),
    self,
    toJsonApi: ({ id, ...attributes }) => ({
      resource: { type, id, attributes, links: { self: self(id) } },
      included: [],
    }),
  };
}

/** The same for one that no path answers with alone: it is only listed, or the answer to an action. */
export function listedResource<Schema extends TObject>(
  type: string,
  flat: Schema,
): Resource<Static<Schema> & Identified> {
  return {
    type,
    flat,
    attributes: withoutId(flat),
    toJsonApi: ({ id, ...attributes }) => ({ resource: { type, id, attributes }, included: [] }),
  };
}

function withoutId(flat: TObject): TSchema {
  const { id: _, ...properties } = flat.properties;
  const required = (flat.required ?? []).filter((name) => name !== 'id');
  return { ...flat, properties, required } as TSchema;
}
