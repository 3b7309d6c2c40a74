import { isDeepStrictEqual } from 'node:util';
import type { ListingFeature } from './feature.ts';

/** Whether two states of one listing look the same to identity: most changes of an advert do not touch what is compared. */
export const sameListing = (one: ListingFeature, other: ListingFeature): boolean =>
  isDeepStrictEqual(one, other);
