import { countBits } from '../lib/count-bits.ts';
import type { BlockingKey } from './blocking-keys.ts';
import { MAX_SAME_PHOTO_BITS } from './feature-parts.ts';

/** A key that more listings share says nothing any more: the front of a big portal's logo, a very common figure. */
export const MAX_POSTINGS = 200;

/** A photo key brings a listing only when one of its photos under that key is near the whole of this one. */
export function isNearPhoto(photo: BlockingKey['photo'], posted: readonly BlockingKey['photo'][]): boolean {
  if (photo === undefined) return true;
  return posted.some(
    (other) =>
      other !== undefined &&
      countBits(photo[0] ^ other[0]) + countBits(photo[1] ^ other[1]) <= MAX_SAME_PHOTO_BITS,
  );
}
