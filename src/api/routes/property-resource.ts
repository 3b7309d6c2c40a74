import { type TSchema, Type } from 'typebox';
import type { ListingEntry, PropertyResult, PublisherEntry } from '../../catalogue/document.ts';
import { type JsonSchema, propertySchemas } from '../../catalogue/json-schema.ts';
import { derivePropertyPublisherId } from '../../properties/publishers/identity.ts';
import type { LinkedResource, Reference, ResourceObject } from '../resource.ts';

const schemas = propertySchemas();
const closed = { additionalProperties: false };

/** The object schema without some of its members, or with these alone. */
function members(name: 'Listing' | 'Publisher', keep: (member: string) => boolean): TSchema {
  const { properties = {}, required = [], ...rest } = schemas[name] as JsonSchema;
  return Type.Unsafe({
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([member]) => keep(member))),
    required: required.filter(keep),
  });
}

const PAIR_MEMBERS = ['mandate', 'reference', 'contact'];
const RELATED_MEMBERS = ['id', 'publisher', 'source'];
export const isOfListing = (member: string): boolean => !RELATED_MEMBERS.includes(member);
export const isOfPair = (member: string): boolean => PAIR_MEMBERS.includes(member);
export const isOfPublisher = (member: string): boolean => member !== 'id' && !isOfPair(member);

const reference = (type: string): TSchema =>
  Type.Object({ type: Type.Literal(type), id: Type.String({ format: 'uuid' }) }, closed);
const toOne = (type: string): TSchema =>
  Type.Object(
    {
      data: Type.Union([reference(type), Type.Null()], {
        description: `The ${type}; null when it is not exposed.`,
      }),
    },
    closed,
  );
const toMany = (type: string): TSchema => Type.Object({ data: Type.Array(reference(type)) }, closed);
const links = Type.Object({ self: Type.String() }, closed);

const object = (type: string, attributes: TSchema, more: Record<string, TSchema>): TSchema =>
  Type.Object(
    { type: Type.Literal(type), id: Type.String({ format: 'uuid' }), attributes, ...more },
    { ...closed, description: `One ${type} that the document speaks of.` },
  );

export const publisherAttributes: TSchema = members('Publisher', isOfPublisher);
export const publisherFlat: TSchema = members('Publisher', (member) => !isOfPair(member));
export const publisherSelf = (id: string): string => `/publishers/${id}`;

const includedSchemas = {
  IncludedListing: object('Listing', members('Listing', isOfListing), {
    relationships: Type.Object({ publisher: toOne('Publisher'), source: toOne('Source') }, closed),
  }),
  IncludedPublisher: object('Publisher', publisherAttributes, { links }),
  IncludedPropertyPublisher: object('PropertyPublisher', members('Publisher', isOfPair), {
    relationships: Type.Object({ property: toOne('Property'), publisher: toOne('Publisher') }, closed),
  }),
  IncludedSource: object('Source', Type.Object({ slug: Type.String() }, closed), { links }),
};

const referTo = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` });

/** The flat result, and its JSON:API form. */
export const propertyResource: LinkedResource<PropertyResult> = {
  type: 'Property',
  schemaName: 'PropertyResult',
  flat: Type.Unsafe(schemas['PropertyResult'] as JsonSchema),
  attributes: referTo('Property'),
  relationships: Type.Object(
    {
      listings: toMany('Listing'),
      publishers: toMany('Publisher'),
      propertyPublishers: toMany('PropertyPublisher'),
    },
    closed,
  ),
  included: Object.keys(includedSchemas).map(referTo),
  components: includedSchemas,
  self: (id) => `/properties/${id}`,
  toJsonApi: (flat) => {
    const pairs = flat.publishers.map((publisher) => pairObject(flat.id, publisher));
    return {
      resource: {
        type: 'Property',
        id: flat.id,
        attributes: flat.property,
        relationships: {
          listings: { data: flat.listings.map(({ id }) => refer('Listing', id)) },
          publishers: { data: flat.publishers.map(({ id }) => refer('Publisher', id)) },
          propertyPublishers: { data: pairs.map(({ id }) => refer('PropertyPublisher', id)) },
        },
        links: { self: `/properties/${flat.id}` },
      },
      included: [
        ...flat.listings.map(listingObject),
        ...flat.publishers.map(publisherObject),
        ...pairs,
        ...flat.listings.flatMap(sourceObject),
      ],
    };
  },
};

const refer = (type: string, id: string): Reference => ({ type, id });

/**
 * Ten properties have some fifty of them: building them from entries took twice as long and serialized more
 * slowly.
 */
function pickMembers<Value extends object>(value: Value, keep: (member: string) => boolean): Partial<Value> {
  const picked: Partial<Value> = {};
  for (const member in value) if (keep(member)) picked[member] = value[member];
  return picked;
}

const listingObject = (listing: ListingEntry): ResourceObject => ({
  type: 'Listing',
  id: listing.id,
  attributes: pickMembers(listing, isOfListing),
  relationships: {
    publisher: { data: listing.publisher === undefined ? null : refer('Publisher', listing.publisher.id) },
    source: { data: listing.source?.id === undefined ? null : refer('Source', listing.source.id) },
  },
});

const publisherObject = (publisher: PublisherEntry): ResourceObject => ({
  type: 'Publisher',
  id: publisher.id,
  attributes: pickMembers(publisher, isOfPublisher),
  links: { self: publisherSelf(publisher.id) },
});

const pairObject = (propertyId: string, publisher: PublisherEntry): ResourceObject => ({
  type: 'PropertyPublisher',
  id: derivePropertyPublisherId(propertyId, publisher.id),
  attributes: pickMembers(publisher, isOfPair),
  relationships: {
    property: { data: refer('Property', propertyId) },
    publisher: { data: refer('Publisher', publisher.id) },
  },
});

const sourceObject = ({ source }: ListingEntry): ResourceObject[] =>
  source?.id === undefined
    ? []
    : [
        {
          type: 'Source',
          id: source.id,
          attributes: { slug: source.slug },
          links: { self: `/sources/${source.id}` },
        },
      ];
