import type { ListingFeature } from './feature.ts';

/** A feature as the database keeps it: its lists of hashes as 32-bit numbers in base 64. */
export interface PackedFeature extends Omit<ListingFeature, 'photos' | 'shingles'> {
  photos: string | number[];
  shingles: string | number[];
}

const BYTES = 4;

/**
 * Every placing reads some twenty features. As decimals their hashes were two thirds of them, took 10 µs to read and made most rows too
 * wide to be kept as they are; packed, reading takes a third of that, and nothing is compressed and taken apart again.
 */
export const packed = (feature: ListingFeature): PackedFeature => ({
  ...feature,
  photos: textOf(feature.photos),
  shingles: textOf(feature.shingles),
});

export function unpacked(feature: PackedFeature): ListingFeature {
  const read = feature as unknown as ListingFeature;
  read.photos = numbersOf(feature.photos);
  read.shingles = numbersOf(feature.shingles);
  return read;
}

function textOf(numbers: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(numbers.length * BYTES);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * BYTES);
  return bytes.toString('base64');
}

/** Those kept before stand as they are. */
function numbersOf(text: string | number[]): number[] {
  if (typeof text !== 'string') return text;
  const bytes = Buffer.from(text, 'base64');
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += BYTES) {
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
    numbers.push((low | ((bytes[at + 3] ?? 0) << 24)) >>> 0);
  }
  return numbers;
}
