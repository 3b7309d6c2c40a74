import type { ListingFeature } from './feature.ts';

export const hasFiguresOnly = ({ photos, shingles, agency, phone, reference }: ListingFeature): boolean =>
  photos.length === 0 &&
  shingles.length === 0 &&
  agency === undefined &&
  phone === undefined &&
  reference === undefined;

/** Whether neither listing has a text, photo or advertiser to compare. */
export const areFiguresOnly = (one: ListingFeature, other: ListingFeature): boolean =>
  hasFiguresOnly(one) && hasFiguresOnly(other);
