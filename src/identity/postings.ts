import { countBits } from '../lib/count-bits.ts';
import type { BlockingKey } from './blocking-keys.ts';
import { MAX_SAME_PHOTO_BITS } from './feature-parts.ts';

/** A key that more listings share says nothing any more: the front of a big portal's logo, a very common figure. */
export const MAX_POSTINGS = 200;

/**
 * A listing is compared with so many of those that share a key with it: with those whose shared keys say most. Among 146,000
 * adverts a new one shared a key with 92: six in ten of them shared one key alone, and one in 1,700 of
 * those had a link. The 40 hold 99.96 % of the pairs of four bits and more (docs/decisions/0104-candidates-by-shared-keys.md).
 */
export const MAX_CANDIDATES = 40;

/** What it says to share a key of so many postings: a bit more for half as many, none for those of MAX_POSTINGS. */
export const keyBits = (postings: number): number => Math.max(0, Math.clz32(postings - 1) - KEY_BITS_START);
/** Leading zeros of a number of eight bits. */
const KEY_BITS_START = 24;

export interface RankedCandidate {
  readonly id: string;
  /** Of the keys that it shares, together. */
  bits: number;
}

/** Counted by their bits: to sort a hundred took 3 % of the worker's CPU. Of those that say the same the smaller id comes first. */
export function pickCandidates<Candidate extends RankedCandidate>(
  found: readonly Candidate[],
): readonly Candidate[] {
  if (found.length <= MAX_CANDIDATES) return found;
  const counts: number[] = [];
  for (const { bits } of found) {
    while (counts.length <= bits) counts.push(0);
    counts[bits] = (counts[bits] ?? 0) + 1;
  }
  let [least, above] = [counts.length - 1, 0];
  for (; above + (counts[least] ?? 0) <= MAX_CANDIDATES; least -= 1) above += counts[least] ?? 0;
  const picked = found.filter(({ bits }) => bits > least);
  const tied = found.filter(({ bits }) => bits === least).sort((one, other) => (one.id < other.id ? -1 : 1));
  return [...picked, ...tied.slice(0, MAX_CANDIDATES - above)];
}

/** A photo key brings a listing only when one of its photos under that key is near the whole of this one. */
export function isNearPhoto(photo: BlockingKey['photo'], posted: readonly BlockingKey['photo'][]): boolean {
  if (photo === undefined) return true;
  return posted.some(
    (other) =>
      other !== undefined &&
      countBits(photo[0] ^ other[0]) + countBits(photo[1] ^ other[1]) <= MAX_SAME_PHOTO_BITS,
  );
}
