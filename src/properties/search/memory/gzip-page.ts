import { crc32 } from 'node:zlib';
import { acquireBuffer } from '../../../lib/buffer-pool.ts';
import { multiplyModulo } from '../../../lib/crc32-combine.ts';
import type { DeflatedDocument } from './deflated-documents.ts';

/** RFC 1952: no name, no time, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The bits of a stored block, for the bracket that opens the list. */
const STORED_BLOCK = 0;
/** The lengths of a stored block of one byte, which follows. */
const ONE_BYTE = Buffer.from([1, 0, 0xfe, 0xff]);
/** The last block, which is empty. */
const LAST_BLOCK = Buffer.from([3, 0]);
const TRAILER_BYTES = 8;
const [OPEN, COMMA, CLOSE] = [...Buffer.from('[,]')] as [number, number, number];
const BYTE_CHECKSUMS = new Map([OPEN, COMMA, CLOSE].map((byte) => [byte, Buffer.from([byte])]));

/**
 * The documents as one JSON array in one gzip stream. The block that ends a document holds what stands after it: a
 * comma or the bracket. A page of 100 documents takes 0.1 ms, compressing it as a whole seven.
 */
export function gzipPage(documents: readonly DeflatedDocument[]): Buffer {
  const sizes = documents.reduce((sum, { blocks }) => sum + blocks.length + ONE_BYTE.length + 1, 0);
  const head = GZIP_HEAD.length + 1 + ONE_BYTE.length + 1;
  const page = acquireBuffer(head + sizes + LAST_BLOCK.length + TRAILER_BYTES);
  let at = GZIP_HEAD.copy(page);
  page[at++] = STORED_BLOCK;
  at = writeByte(page, at, OPEN);
  let checksum = checksumWith(OPEN, 0);
  let bytes = 1;
  for (const [number, { blocks, bytes: length, checksum: own, shift }] of documents.entries()) {
    const after = number === documents.length - 1 ? CLOSE : COMMA;
    at += blocks.copy(page, at);
    at = writeByte(page, at, after);
    checksum = (multiplyModulo(shift, checksum) ^ checksumWith(after, own)) >>> 0;
    bytes += length + 1;
  }
  at += LAST_BLOCK.copy(page, at);
  at = page.writeUInt32LE(checksum, at);
  page.writeUInt32LE(bytes % 2 ** 32, at);
  return page;
}

/** The lengths of a stored block and its one byte. */
function writeByte(page: Buffer, at: number, byte: number): number {
  const next = at + ONE_BYTE.copy(page, at);
  page[next] = byte;
  return next + 1;
}

const checksumWith = (byte: number, before: number): number =>
  crc32(BYTE_CHECKSUMS.get(byte) as Buffer, before);
