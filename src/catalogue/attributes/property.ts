import { MAX_CATALOGUE_URL_CHARS } from '../lengths.ts';
import { choice, date, flag, list, number, object, shape, shaped, text, timestamp } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';
import { area } from './area.ts';
import { amenities, building } from './building.ts';
import { location } from './location.ts';
import { pricing } from './pricing.ts';
import { unit } from './unit.ts';
import { valuation } from './valuation.ts';

const transaction = object('The transaction offered.', {
  type: choice('For sale or to let.', words.transactionType, {
    consolidate: 'most-frequent',
    variant: 'transactionType',
  }),
  status: choice('How far it has gone.', words.transactionStatus, {
    consolidate: 'strongest-status',
    variant: 'transactionStatus',
    change: 'TRANSACTION_STATUS',
  }),
  saleType: choice('The legal form of the sale.', words.saleType, { consolidate: 'most-frequent' }),
  availableAt: date('The day the property becomes free.', { consolidate: 'latest' }),
});

const advertised = { consolidate: 'longest-text', variant: true, ifLonger: 'cut' } as const;

const change = shape('PropertyChange', 'One recorded change of a property.', {
  attribute: choice('What changed.', words.changeAttribute, { required: true }),
  occurredAt: timestamp('When the change was seen.', { required: true }),
  listingId: text('The listing that brought it.', { format: 'uuid' }),
  revisionId: text('The revision of the property it belongs to.'),
  variationPercent: number('The change relative to the old value; a drop is negative.', { unit: 'per cent' }),
  numericOld: number('The old value, when it is a number.'),
  numericNew: number('The new value, when it is a number.'),
});

const picture = object('One picture.', {
  url: text('The address of the picture.', {
    format: 'uri',
    required: true,
    maxLength: MAX_CATALOGUE_URL_CHARS,
  }),
});

/** `pictures` and `changes` are always present: an empty list states that there are none. */
export const property = shape('Property', 'The consolidated view of a property.', {
  createdAt: timestamp('When the property was first seen.', { required: true, consolidate: 'computed' }),
  updatedAt: timestamp('When its content last changed; a mere visit does not move it.', {
    required: true,
    consolidate: 'computed',
  }),
  expired: flag('True when every listing is offline.', { required: true, consolidate: 'computed' }),
  propertyType: choice('What kind of asset it is.', words.propertyType, {
    consolidate: 'most-frequent',
    variant: true,
  }),
  constructionStatus: choice('Old, new or being built.', words.constructionStatus, {
    consolidate: 'most-frequent',
  }),
  transaction,
  area: shaped('The areas.', area),
  unit: shaped('The dwelling or premises itself.', unit),
  building: shaped('The building the unit is in.', building),
  amenities: shaped('What the building or estate offers.', amenities),
  body: object('The text of the advertisement.', {
    title: text('The title.', { ...advertised, change: 'TITLE', maxLength: 500 }),
    description: text('The description.', { ...advertised, change: 'DESCRIPTION', maxLength: 50_000 }),
  }),
  pricing: shaped('The price and what comes with it.', pricing),
  valuation: shaped('The estimate of its price by the service, where it has one.', valuation, {
    consolidate: 'computed',
  }),
  location: shaped('Where the property is.', location),
  pictures: list('The pictures, each once.', picture, {
    required: true,
    consolidate: 'distinct-pictures',
    change: 'PICTURES',
  }),
  changes: list('What changed, the newest first.', shaped('One change.', change), {
    required: true,
    consolidate: 'computed',
  }),
});
