import { type TSchema, Type } from 'typebox';
import {
  type AddressResolution,
  ALGORITHM_VERSION,
  resolveAddress,
} from '../../addresses/resolve-address.ts';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { Problem, resourceNotFound } from '../../service/problem.ts';
import type { Resource } from '../resource.ts';
import type { Route } from '../route.ts';

const closed = { additionalProperties: false };
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });
const words = (description: string): TSchema => orNull(Type.String(), description);

const address = Type.Object(
  {
    label: Type.String({ description: 'The whole address in one line.' }),
    houseNumber: words('Null where the registry knows the street only.'),
    street: Type.String(),
    postcode: words('Postal code.'),
    cityCode: words('Code of the commune or arrondissement.'),
    city: words('Name of the city.'),
    country: Type.String(),
    latitude: orNull(Type.Number(), 'Degrees.'),
    longitude: orNull(Type.Number(), 'Degrees.'),
  },
  closed,
);

const resolution = Type.Object(
  {
    confidence: Type.Unsafe<string>({
      ...vocabularySchema(serviceVocabularies.addressConfidence),
      description:
        'EXACT and HIGH: show as the address. MEDIUM and LOW: a probable address. NONE: nothing found.',
    }),
    method: orNull(
      Type.Unsafe<string>(vocabularySchema(serviceVocabularies.addressMethod)),
      'What found it.',
    ),
    address: orNull(address, 'Null when nothing was found.'),
    energyCertificateNumber: words('The certificate of the home, when it is known to be its own.'),
    algorithmVersion: Type.Integer({
      description: 'The version of the logic; an answer may change between versions.',
      examples: [ALGORITHM_VERSION],
    }),
  },
  { ...closed, description: 'Where a property is.' },
);

const addressResolution: Resource = {
  type: 'AddressResolution',
  flat: resolution,
  attributes: resolution,
  toJsonApi: ({ id, ...attributes }) => ({
    resource: { type: 'AddressResolution', id, attributes },
    included: [],
  }),
};

const document = (id: string, found: AddressResolution): object => ({
  data: { type: 'AddressResolution', id, attributes: found },
  links: { self: `/properties/${id}/resolve-address` },
});

/** The country whose addresses and certificates are loaded. */
const COUNTRY = 'FR';

export const addressResolutionRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: '/properties/{id}/resolve-address',
  operationId: 'resolvePropertyAddress',
  tag: 'Properties',
  summary: 'Resolve the address of a property',
  description:
    'By the energy certificate registry first, then by the national address base around a precise location. Always answers for a property in France, with NONE when nothing is found; a property elsewhere is 422. Takes no body. Beta.',
  routeType: 'read',
  query: Type.Object({}, closed),
  answers: [{ status: 200, description: 'The AddressResolution.', resource: addressResolution }],
  problems: ['not-found', 'unsupported-country', 'unsupported-media-type', 'payload-too-large'],
  async run({ db, reads, params }) {
    const property = await findPropertyReplicaFirst({ db, reads }, params['id'] ?? '');
    if (property === undefined) throw resourceNotFound();
    const { countryCode = COUNTRY } = property.property.location ?? {};
    if (countryCode !== COUNTRY)
      throw new Problem(
        'unsupported-country',
        `Addresses are resolved in France only; this property is in ${countryCode}.`,
      );
    const found = await resolveAddress(reads, property);
    return {
      status: 200,
      results: found.confidence === 'NONE' ? 0 : 1,
      document: (format) => (format === 'flat' ? found : document(property.id, found)),
    };
  },
};
