import { constants } from 'node:zlib';
import type { PropertyResult } from '../catalogue/document.ts';
import { sql } from '../db/sql.ts';
import { type ReusedCodec, zstdCompressor, zstdDecompressor } from '../lib/reused-codec.ts';
import { readContentBytes } from '../lib/zstd-frame.ts';
import { DOCUMENT_DICTIONARIES } from './document-dictionary.ts';

/**
 * The stored document of a row of `property`, as bytes: packed, or the JSON of a row that an older release wrote.
 * PostgreSQL made 2,600 bytes of a document of 3,850.
 */
export const storedDocument = sql`coalesce(property.packed, convert_to(property.document::text, 'UTF8'))`;
/** The same, for statements whose text is built once. */
export const STORED_DOCUMENT = storedDocument.text;

/** Whether a row of `property` has a document: one that was merged into another has none. */
export const HAS_DOCUMENT = '(property.packed is not null or property.document is not null)';

/** 844 bytes in 57 µs; level 3 makes 878 in 28, level 5 makes 836 in 82. The checksum refuses a damaged document. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 4, [constants.ZSTD_c_checksumFlag]: 1 };
/** The first byte of JSON: no dictionary has this number. */
const JSON_START = '{'.charCodeAt(0);

const NEWEST = DOCUMENT_DICTIONARIES.length;

const compressor = zstdCompressor({ dictionary: DOCUMENT_DICTIONARIES[NEWEST - 1], params: PARAMS });
const decompressors = DOCUMENT_DICTIONARIES.map(
  (dictionary): ReusedCodec => zstdDecompressor({ dictionary }),
);

/** Whether it is not JSON. */
export const isPacked = (stored: Uint8Array): boolean => stored[0] !== JSON_START;

/** The number of the dictionary, and the text compressed with it. */
export const packDocument = (text: string): Buffer =>
  Buffer.concat([Buffer.of(NEWEST), compressor.runText(text)]);

/** In hex, for rows that are sent as JSON or as lines. */
export const packDocumentHex = (text: string): string => packDocument(text).toString('hex');

export function unpackDocument(stored: Uint8Array): string {
  const decompressor = decompressorOf(stored);
  return decompressor === undefined
    ? Buffer.from(stored).toString()
    : decompressor.run(stored.subarray(1)).toString();
}

/** The same into a page, which has more room than the document takes; the number of bytes. */
export const unpackDocumentInto = (stored: Uint8Array, page: Buffer, at: number): number =>
  decompressorOf(stored)?.runInto(stored.subarray(1), page, at) ?? Buffer.from(stored).copy(page, at);

/** Undefined for JSON. */
function decompressorOf(stored: Uint8Array): ReusedCodec | undefined {
  const number = stored[0] ?? 0;
  if (number === JSON_START) return undefined;
  const decompressor = decompressors[number - 1];
  if (decompressor === undefined) throw new Error(`a newer release packed this document (${number})`);
  return decompressor;
}

/** The bytes of an unpacked document. */
export function countUnpackedBytes(stored: Uint8Array): number {
  if (!isPacked(stored)) return stored.length;
  return readContentBytes(stored.subarray(1)) ?? Buffer.byteLength(unpackDocument(stored));
}

export const parseStoredDocument = (stored: Buffer): PropertyResult => JSON.parse(unpackDocument(stored));
