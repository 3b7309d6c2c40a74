import { type Attribute, attributes } from './paths.ts';
import type { ChangeAttribute } from './property-vocabularies.ts';
import type { AlertEventType } from './service-vocabularies.ts';

/** The alert event a recorded change raises. */
export const eventOfChange = (change: ChangeAttribute): AlertEventType & `${string}_CHANGE` =>
  change === 'DISPLAYED_PRICE' ? 'PRICE_CHANGE' : 'OTHER_CHANGE';

/** The attributes of the consolidated view whose difference is recorded as this change. */
export const attributesOfChange = (change: ChangeAttribute): readonly Attribute[] =>
  attributes.filter(({ node }) => node.change === change && node.variantOf === undefined);
