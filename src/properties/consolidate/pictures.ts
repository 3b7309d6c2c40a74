import type { ConsolidatedProperty } from '../../catalogue/document.ts';
import type { ClaimedPicture, ListingState } from '../listing-state.ts';
import { byAge } from './stated-value.ts';

/**
 * Of 64 bits. Hashes of one photograph at other sizes and compressions differ by up to 3 bits, other photographs
 * by 10 or more.
 */
export const MAX_NEAR_DUPLICATE_BITS = 6;

interface PerceptualHash {
  high: number;
  low: number;
}

function parseHash({ phash }: ClaimedPicture): PerceptualHash | undefined {
  if (phash === undefined || !/^[0-9a-f]{16}$/i.test(phash)) return undefined;
  return { high: Number.parseInt(phash.slice(0, 8), 16), low: Number.parseInt(phash.slice(8), 16) };
}

function countBits(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const isNearDuplicate = (one: PerceptualHash, other: PerceptualHash): boolean =>
  countBits(one.high ^ other.high) + countBits(one.low ^ other.low) <= MAX_NEAR_DUPLICATE_BITS;

/**
 * Every picture once, the oldest listing's first: a listing that is added, changed or removed does not reorder the
 * others.
 */
export function pickDistinctPictures(listings: readonly ListingState[]): ConsolidatedProperty['pictures'] {
  const urls = new Set<string>();
  const prints: PerceptualHash[] = [];
  for (const picture of listings.toSorted(byAge).flatMap(({ pictures }) => pictures)) {
    if (urls.has(picture.url)) continue;
    const print = parseHash(picture);
    if (print !== undefined && prints.some((known) => isNearDuplicate(known, print))) continue;
    urls.add(picture.url);
    if (print !== undefined) prints.push(print);
  }
  return [...urls].map((url) => ({ url }));
}
