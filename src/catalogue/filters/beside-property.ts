import { propertyVocabularies } from '../property-vocabularies.ts';
import { presence, range, set, time, toggle, url } from './builders.ts';

const professionals = propertyVocabularies.publisherType.values.filter(
  (type) => type !== 'PRIVATE_INDIVIDUAL',
);

export const publisherFilters = [
  set('publisher.type', 'Publisher type', {
    reads: 'publishers[].publisherType',
    description: 'What kind of advertiser it is. PROFESSIONAL stands for every type but PRIVATE_INDIVIDUAL.',
    operators: ['in', 'nin'],
    groups: { PROFESSIONAL: professionals },
  }),
  set('publisher.mandate', 'Mandate', { reads: 'publishers[].mandate', operators: ['in', 'nin'] }),
  presence('publisher.hasEmail', 'Has an e-mail address', {
    reads: 'publishers[].contact.email',
    description: 'Whether the publisher gives an e-mail address.',
  }),
  presence('publisher.hasPhone', 'Has a telephone number', {
    reads: 'publishers[].contact.phone',
    description: 'Whether the publisher gives a telephone number.',
  }),
  set('publisher.references', "Publisher's reference", {
    reads: 'publishers[].reference',
    operators: ['in'],
    shorthand: 'list',
  }),
] as const;

export const listingFilters = [
  toggle('listings.marketing.urgent', 'Urgent', { reads: 'listings[].marketing.urgent' }),
  toggle('listings.marketing.boosted', 'Boosted', { reads: 'listings[].marketing.boosted' }),
  toggle('listings.marketing.highlighted', 'Highlighted', { reads: 'listings[].marketing.highlighted' }),
  range('listings.marketing.favorites', 'Favourites at the source', {
    reads: 'listings[].marketing.favorites',
  }),
  url('listings.url', 'Address of the advertisement', { reads: 'listings[].url' }),
  set('listings.sources', 'Sources', {
    reads: ['listings[].source.id', 'listings[].source.slug'],
    description: 'The sources, each by its id or its short name.',
    operators: ['in', 'nin'],
  }),
  time('listings.expiredAt', 'Went offline', { reads: 'listings[].expiredAt' }),
  toggle('listings.priceCoherent', 'Price agrees with the market', {
    reads: 'listings[].priceCoherent',
    description:
      'True, unless asked otherwise: hides properties whose listings are all price-incoherent. False returns only those.',
    scope: 'property',
    whenAbsent: true,
  }),
] as const;

export const dateFilters = [
  time('dates.createdAt', 'First seen', { reads: 'property.createdAt', column: 'created_at' }),
  time('dates.updatedAt', 'Last changed', { reads: 'property.updatedAt', column: 'updated_at' }),
] as const;

export const changeFilters = [
  set('changes.attribute', 'Changed', { reads: 'property.changes[].attribute', operators: ['in', 'nin'] }),
  range('changes.variationPercent', 'Variation', {
    reads: 'property.changes[].variationPercent',
    operators: ['gte', 'lte'],
  }),
  time('changes.occurredAt', 'Changed at', { reads: 'property.changes[].occurredAt' }),
] as const;
