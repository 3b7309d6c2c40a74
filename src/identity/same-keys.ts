import type { ListingFeature } from './feature.ts';
import { hasFiguresOnly } from './feature.ts';

/** The members of a feature that give no key. */
const UNKEYED: ReadonlySet<string> = new Set([
  'from',
  'to',
  'flags',
  'read',
  'precise',
  'letter',
  'lot',
  'net',
  'otherAreas',
  'words',
]);

/** With a text, photo or advertiser these give none either. */
const KEYED_ALONE: ReadonlySet<string> = new Set(['bedrooms', 'floor', 'year']);

/** Whether two states of one listing are found by the same keys: an expiry or another floor needs no key written again. */
export const haveSameKeys = (one: ListingFeature, other: ListingFeature): boolean =>
  serializeKeyed(one) === serializeKeyed(other);

/** As JSON, so that a member that is undefined and one that was never stored are the same; members in one order. */
function serializeKeyed(feature: ListingFeature): string {
  const isAlone = hasFiguresOnly(feature);
  return JSON.stringify(
    Object.entries(feature)
      .filter(
        ([name, value]) => value !== undefined && !UNKEYED.has(name) && (isAlone || !KEYED_ALONE.has(name)),
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

export const haveSamePhotos = ({ photos: one }: ListingFeature, { photos: other }: ListingFeature): boolean =>
  one.length === other.length && one.every((half, at) => half === other[at]);
