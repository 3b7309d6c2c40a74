import { findPublisher, type StoredPublisher } from '../../properties/publishers/publishers.ts';
import type { Resource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { publisherAttributes, publisherFlat, publisherSelf } from './property-resource.ts';

/** The advertiser alone. Its relation to a property (mandate, reference, contact) is part of the property. */
const publisher: Resource<StoredPublisher> = {
  type: 'Publisher',
  schemaName: 'PublisherProfile',
  flat: publisherFlat,
  attributes: publisherAttributes,
  self: publisherSelf,
  toJsonApi: ({ id, ...attributes }) => ({
    resource: { type: 'Publisher', id, attributes, links: { self: publisherSelf(id) } },
    included: [],
  }),
};

export const publisherRoutes: Route[] = [
  readOne({
    path: '/publishers/{id}',
    operationId: 'getPublisher',
    tag: 'Publishers',
    summary: 'Get a publisher',
    description: 'Where the self link of a publisher leads.',
    routeType: 'read',
    resource: publisher,
    find: ({ reads, params }) => findPublisher(reads, params['id'] ?? ''),
  }),
];
