import { countBits } from '../lib/count-bits.ts';
import type { ClaimedPicture } from '../properties/listing-state.ts';

/** Two photos closer than this are one photo, cropped, marked or encoded again. */
export const MAX_SAME_PHOTO_BITS = 10;
const MAX_PHOTOS = 24;
/** Hashes of plain pictures: nearly all bits alike. Any blank picture has them. */
const MIN_MIXED_BITS = 8;

/** The hashes as pairs of 32-bit halves: small in storage and quick to compare. */
export function packPhotoHashes(pictures: readonly ClaimedPicture[]): number[] {
  const hashes = new Set(pictures.flatMap(({ phash }) => (phash === undefined ? [] : [phash.toLowerCase()])));
  return [...hashes]
    .filter((hash) => /^[0-9a-f]{16}$/.test(hash))
    .map((hash) => [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)] as const)
    .filter(([high, low]) => {
      const ones = countBits(high) + countBits(low);
      return ones >= MIN_MIXED_BITS && ones <= 64 - MIN_MIXED_BITS;
    })
    .slice(0, MAX_PHOTOS)
    .flat();
}

/** How many photos of the first have a twin in the second. */
export function countSharedPhotos(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  for (let at = 0; at < one.length; at += 2) {
    if (hasTwin(one[at] ?? 0, one[at + 1] ?? 0, other)) shared += 1;
  }
  return shared;
}

function hasTwin(high: number, low: number, other: readonly number[]): boolean {
  for (let at = 0; at < other.length; at += 2) {
    if (countBits(high ^ (other[at] ?? 0)) + countBits(low ^ (other[at + 1] ?? 0)) <= MAX_SAME_PHOTO_BITS)
      return true;
  }
  return false;
}
