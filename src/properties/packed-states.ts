import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { STATE_DICTIONARY } from './claims-dictionary.ts';

/** The document of a property as its row has it: what its listings state is packed with its text. */
export interface PackedDocument {
  readonly packed: Buffer;
  readonly text: string;
}

/** The number of `STATE_DICTIONARY`, which is in front of the document. */
const FORMAT = 1;
/** The row is refused unless these are of its `packed` (`property_states_of_document`). */
const DIGEST_BYTES = 4;
const HEADER_BYTES = 1 + DIGEST_BYTES;

/** Level 5 makes 257 bytes in 100 µs. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
const SMALL_WINDOW_BITS = 14;
/** Most fit; the buffer of 16 KB that is allocated by default costs 6 to 20 µs. */
const CHUNK_BYTES = 2_048;
const STATE_CHUNK_BYTES = 8_192;
/** Smaller tables are cleared sooner. */
const SMALL_PARAMS = {
  ...PARAMS,
  [constants.ZSTD_c_windowLog]: SMALL_WINDOW_BITS,
  [constants.ZSTD_c_hashLog]: 12,
  [constants.ZSTD_c_chainLog]: 12,
};

const STATE_BYTES = Buffer.from(STATE_DICTIONARY);
/** Of each dictionary in turn: the native context has a copy of its own. */
const dictionaryBytes = Buffer.allocUnsafeSlow(64 * 1024);
STATE_BYTES.copy(dictionaryBytes);
/** A unit of UTF-16 takes at most three bytes of UTF-8. */
const MAX_REUSED_CHARS = (dictionaryBytes.length - STATE_BYTES.length) / 3;

function dictionaryFor({ text }: PackedDocument): Buffer {
  if (text.length > MAX_REUSED_CHARS) return Buffer.concat([STATE_BYTES, Buffer.from(text)]);
  const end = STATE_BYTES.length + dictionaryBytes.write(text, STATE_BYTES.length);
  return dictionaryBytes.subarray(0, end);
}

const digestOf = ({ packed }: PackedDocument): Buffer =>
  hash('sha256', packed, 'buffer').subarray(0, DIGEST_BYTES);

/**
 * The states of the listings of a property, as JSON by the ids of their listings: 306 bytes in 70 µs, where each packed
 * alone took 777 in 60. They are in the row of the document, and written whenever it is.
 */
export function packStates(
  states: ReadonlyMap<string, string>,
  document: PackedDocument,
): Buffer | undefined {
  if (states.size === 0) return undefined;
  const text = `{${Array.from(states, ([id, state]) => `"${id}":${state}`).join()}}`;
  return packStatesText(text, document);
}

function packStatesText(text: string, document: PackedDocument): Buffer {
  const [input, dictionary] = [Buffer.from(text), dictionaryFor(document)];
  const params = input.length + dictionary.length <= 2 ** SMALL_WINDOW_BITS ? SMALL_PARAMS : PARAMS;
  return Buffer.concat([
    Buffer.of(FORMAT),
    digestOf(document),
    zstdCompressSync(input, { params, dictionary, chunkSize: CHUNK_BYTES }),
  ]);
}

export function unpackStates(stored: Buffer, document: PackedDocument): string {
  if (stored[0] !== FORMAT) throw new Error('a newer release packed these listings');
  if (!stored.subarray(1, HEADER_BYTES).equals(digestOf(document)))
    throw new Error('these listings were packed with another document');
  return zstdDecompressSync(stored.subarray(HEADER_BYTES), {
    dictionary: dictionaryFor(document),
    chunkSize: STATE_CHUNK_BYTES,
  }).toString();
}

/** The same states beside another document. */
export const repackStates = (stored: Buffer, from: PackedDocument, to: PackedDocument): Buffer =>
  packStatesText(unpackStates(stored, from), to);
