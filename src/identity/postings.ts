import type { BlockingKey } from './keys.ts';
import { bits, SAME_PHOTO_BITS } from './photos.ts';

/** A key that more listings share says nothing any more: the front of a big portal's logo, a very common figure. */
export const MAX_POSTINGS = 200;

/** A photo key brings a listing only when one of its photos under that key is near the whole of this one. */
export function nearPhoto(photo: BlockingKey['photo'], posted: readonly BlockingKey['photo'][]): boolean {
  if (photo === undefined) return true;
  return posted.some(
    (other) =>
      other !== undefined && bits(photo[0] ^ other[0]) + bits(photo[1] ^ other[1]) <= SAME_PHOTO_BITS,
  );
}
