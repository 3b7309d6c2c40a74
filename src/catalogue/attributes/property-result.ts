import { list, shape, shaped, text } from '../nodes.ts';
import { listing } from './listing.ts';
import { property } from './property.ts';
import { publisher } from './publisher.ts';

const propertyResultShape = shape('PropertyResult', 'A property with its publishers and listings.', {
  id: text('The id of the property.', { format: 'uuid', required: true }),
  property: shaped('The consolidated view.', property, { required: true }),
  publishers: list('The advertisers, each once.', shaped('One advertiser.', publisher), { required: true }),
  listings: list('The advertisements.', shaped('One advertisement.', listing), { required: true }),
});

/** The whole document as the API sends it in flat JSON; every other description of it derives from here. */
export const propertyResult = shaped('A property with its publishers and listings.', propertyResultShape);
