import { MAX_CATALOGUE_URL_CHARS, MAX_EMAIL_CHARS } from '../lengths.ts';
import { choice, object, shape, text } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';

/** One entry per real advertiser; `mandate`, `reference` and `contact` are those of the publisher for this property. */
export const publisher = shape('Publisher', 'An advertiser of the property.', {
  id: text('The id of the publisher.', { format: 'uuid', required: true }),
  publisherType: choice('What kind of advertiser it is.', words.publisherType),
  agencyName: text('The name of the agency.', { maxLength: 200, ifLonger: 'cut' }),
  professionalCardNumber: text('The number of its professional card.', { maxLength: 100 }),
  website: text('Its website.', { format: 'uri', maxLength: MAX_CATALOGUE_URL_CHARS }),
  mandate: choice('The terms it offers the property on.', words.mandate, { consolidate: 'most-frequent' }),
  reference: text("The publisher's own reference of the property.", {
    consolidate: 'most-frequent',
    maxLength: 200,
  }),
  contact: object(
    'How to reach it about the property.',
    {
      email: text('Its e-mail address.', { format: 'email', maxLength: MAX_EMAIL_CHARS }),
      phone: text('Its telephone number.', { maxLength: 100 }),
      profileUrl: text('Its page at the source.', { format: 'uri', maxLength: MAX_CATALOGUE_URL_CHARS }),
    },
    { consolidate: 'most-recent' },
  ),
});
