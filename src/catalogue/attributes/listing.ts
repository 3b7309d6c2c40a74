import { MAX_CATALOGUE_URL_CHARS } from '../lengths.ts';
import { choice, flag, integer, list, number, object, shape, text, timestamp } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';
import { variantMembers } from '../variants.ts';
import { property } from './property.ts';

const source = object('The source it was seen at; absent when the source is protected.', {
  iri: text('The path of the source in this API.', { format: 'uri-reference' }),
  uuid: text('The id of the source, under its older name.', { format: 'uuid' }),
  id: text('The id of the source.', { format: 'uuid' }),
  slug: text('The short name of the source.', { required: true }),
});

const priceSeen = object('A price it showed.', {
  price: number('The price.', { required: true, minimum: 0, unitFrom: 'currency' }),
  currency: choice('The currency of the price.', words.currency),
  since: timestamp('The first visit that found it.', { required: true }),
});

export const listing = shape('Listing', 'One advertisement of the property at one source.', {
  id: text('The id of the listing.', { format: 'uuid', required: true }),
  url: text('The address of the advertisement; absent when the source is protected.', {
    format: 'uri',
    maxLength: MAX_CATALOGUE_URL_CHARS,
  }),
  source,
  publisher: object('The entry of `publishers` that advertises it.', {
    id: text('The id of the publisher.', { format: 'uuid', required: true }),
  }),
  publishedAt: timestamp('When the source published it, as the source says.'),
  expiredAt: timestamp('When it went offline; absent while it is live.'),
  lastSeenAt: timestamp('When it was last visited.', { required: true }),
  createdAt: timestamp('When it was first seen.', { required: true }),
  updatedAt: timestamp('When its content last changed.', { required: true }),
  ...variantMembers(property.members, 'property'),
  priceHistory: list(
    'The prices it showed, the oldest first, at most the 20 newest; absent while it never changed its price.',
    priceSeen,
  ),
  priceCoherent: flag(
    'Whether its price per area agrees with the local market; absent when that is unknown.',
  ),
  marketing: object('How the source promotes it.', {
    favorites: integer('How many visitors of the source keep it as a favourite.', { minimum: 0 }),
    urgent: flag('Marked as urgent.'),
    boosted: flag('Pushed up in the results of the source.'),
    highlighted: flag('Shown larger or in colour.'),
  }),
});
