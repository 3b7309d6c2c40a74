import { constants } from 'node:zlib';
import { sql } from '../db/sql.ts';
import { LruCache } from '../lib/lru-cache.ts';
import { zstdCompressor, zstdDecompressor } from '../lib/reused-codec.ts';
import type { ListingFeature } from './feature.ts';
import { FEATURE_DICTIONARY } from './feature-dictionary.ts';
import { hashPositions, type PackedFeature, packFeature, unpackFeature } from './packed-feature.ts';

/** The stored feature of a row of `listing_feature`, as bytes: of an older release the JSON. */
export const storedFeature = sql`coalesce(packed, convert_to(feature::text, 'UTF8'))`;

/** The number of the dictionary. Bytes of JSON begin with a bracket. */
const FORMAT = 1;
const [ARRAY_START, OBJECT_START] = ['['.charCodeAt(0), '{'.charCodeAt(0)];
/** The format, and how many hashes follow. */
const COUNT_BYTES = 3;
const HEADER_BYTES = 1 + COUNT_BYTES;
const HASH_BYTES = 4;

const compressor = zstdCompressor({
  dictionary: FEATURE_DICTIONARY,
  params: { [constants.ZSTD_c_compressionLevel]: 3 },
});
const decompressor = zstdDecompressor({ dictionary: FEATURE_DICTIONARY });

/**
 * The hashes as they are, and the other values as compressed JSON: 313 bytes in place of the 470 of JSON with hashes in
 * base 64. Every placing reads some twenty features; one takes as long to read as before.
 */
export function serializeFeature(feature: ListingFeature): Buffer {
  const hashes: number[] = [];
  const frame = compressor.runText(JSON.stringify(packFeature(feature, hashes)));
  const start = Buffer.allocUnsafe(HEADER_BYTES + hashes.length * HASH_BYTES);
  start.writeUIntLE(FORMAT, 0, 1);
  start.writeUIntLE(hashes.length, 1, COUNT_BYTES);
  for (let at = 0; at < hashes.length; at += 1)
    start.writeUInt32LE(hashes[at] ?? 0, HEADER_BYTES + at * HASH_BYTES);
  return Buffer.concat([start, frame]);
}

export function parseFeature(listingId: string, stored: Buffer): ListingFeature {
  const format = stored[0];
  if (format === ARRAY_START || format === OBJECT_START)
    return unpackFeature(listingId, JSON.parse(stored.toString()));
  if (format !== FORMAT) throw new Error(`a newer release stored this feature (${format})`);
  let next = HEADER_BYTES;
  const end = next + stored.readUIntLE(1, COUNT_BYTES) * HASH_BYTES;
  const values: [number, ...unknown[]] = JSON.parse(decompressor.run(stored.subarray(end)).toString());
  for (const position of hashPositions(values[0])) {
    const last = next + (values[position] as number) * HASH_BYTES;
    values[position] = readHashes(stored, next, last);
    next = last;
  }
  return unpackFeature(listingId, values as PackedFeature);
}

function readHashes(stored: Buffer, from: number, to: number): number[] {
  const hashes: number[] = [];
  for (let at = from; at < to; at += HASH_BYTES) {
    const low = (stored[at] ?? 0) | ((stored[at + 1] ?? 0) << 8) | ((stored[at + 2] ?? 0) << 16);
    hashes.push((low | ((stored[at + 3] ?? 0) << 24)) >>> 0);
  }
  return hashes;
}

/** Of some 2 KB each. */
const MAX_REMEMBERED_FEATURES = 5_000;

/** Reads features as they are stored. Those read last are remembered, with their bytes: another process may write them. */
export class FeatureReader {
  readonly #read = new LruCache<{ stored: Buffer; feature: ListingFeature }>(MAX_REMEMBERED_FEATURES);

  read(listingId: string, stored: Buffer): ListingFeature {
    const known = this.#read.get(listingId);
    if (known?.stored.equals(stored)) return known.feature;
    const feature = parseFeature(listingId, stored);
    this.#read.set(listingId, { stored, feature });
    return feature;
  }
}
