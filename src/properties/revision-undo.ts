import { constants, inflateSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packDocumentBytes, unpackDocument } from './packed-document.ts';

/** A revision whose number is a multiple has the whole document before it, so that no read undoes more than these. */
export const MAX_UNDO_STEPS = 32;

/** The first byte of a document as a difference; the magic number that every frame begins with is left out. */
const DIFFERENCE = 10;
const FRAME_START = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

/** 85 bytes in 208,000 instructions; level 4 makes 84 in 263,000. Copies of deflate are 258 bytes long at most. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
const SMALL_WINDOW_BITS = 14;
/** Smaller tables are cleared sooner. Most documents fit, with the one before. */
const SMALL_PARAMS = {
  ...PARAMS,
  [constants.ZSTD_c_windowLog]: SMALL_WINDOW_BITS,
  [constants.ZSTD_c_hashLog]: 12,
  [constants.ZSTD_c_chainLog]: 12,
};
const DIFFERENCE_CHUNK_BYTES = 1_024;
/** Larger than most documents: a larger buffer costs more to allocate than to grow. */
const CHUNK_BYTES = 8_192;

/**
 * The document before a revision, compressed with the document after it as the dictionary: some 70 bytes for a new
 * price, where both documents took 4,000. A checksum of the result refuses another document. Without a document after
 * it, it is packed as a document is.
 */
export function packUndo(before: Buffer, after: Buffer | undefined): Buffer {
  if (after === undefined) return packDocumentBytes(before);
  const params = before.length + after.length <= 2 ** SMALL_WINDOW_BITS ? SMALL_PARAMS : PARAMS;
  const frame = zstdCompressSync(before, { params, dictionary: after, chunkSize: DIFFERENCE_CHUNK_BYTES });
  return Buffer.concat([Buffer.of(DIFFERENCE), frame.subarray(FRAME_START.length)]);
}

/** The document before; throws where `after` is not the document that it was packed with. */
export function applyUndo(undo: Uint8Array, after: string | undefined): string {
  if (isPacked(undo)) return unpackDocument(Buffer.from(undo));
  const options = {
    chunkSize: CHUNK_BYTES,
    ...(after === undefined ? {} : { dictionary: Buffer.from(after) }),
  };
  if (!isDifference(undo)) return inflateSync(undo, options).toString();
  return zstdDecompressSync(Buffer.concat([FRAME_START, undo.subarray(1)]), options).toString();
}

/** The flag of a preset dictionary in the header (RFC 1950). */
const PRESET_DICTIONARY_BIT = 0x20;

/**
 * Older releases deflated: the method is in the low half of the first byte, and the header has a checksum of the
 * dictionary. Numbers of dictionaries are smaller.
 */
const DEFLATE_METHOD = 8;
const isDifference = (undo: Uint8Array): boolean => undo[0] === DIFFERENCE;
const isPacked = (undo: Uint8Array): boolean => (undo[0] ?? 0) < DEFLATE_METHOD;

/** Whether it needs no other document. */
export const isWholeDocument = (undo: Uint8Array): boolean =>
  isPacked(undo) || (!isDifference(undo) && ((undo[1] ?? 0) & PRESET_DICTIONARY_BIT) === 0);
