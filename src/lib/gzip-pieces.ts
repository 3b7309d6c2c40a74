import { constants, crc32, deflateRawSync } from 'node:zlib';
import { acquireBuffer } from './buffer-pool.ts';
import type { CodedPiece, PieceAndText, PieceCoding } from './coded-pieces.ts';
import { crc32Shift, multiplyModulo } from './crc32-combine.ts';

/** RFC 1952: no name, no time, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: the bits that start a stored block. */
const STORED_BLOCK = 0;
/** The length of a stored block, and its complement. */
const LENGTH_BYTES = 4;
/** The last block, which is empty. */
const LAST_BLOCK = Buffer.from([3, 0]);
const TRAILER_BYTES = 8;
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Deflated blocks that refer to nothing before them. A flushed stream ends with an empty stored block: a piece ends before
 * the length of that block, and the text after the piece becomes its content. A page of 100 documents is joined in
 * 0.1 ms, compressing it as a whole takes seven.
 */
export const gzipPieces: PieceCoding = { name: 'gzip', compress, join };

function compress(text: Buffer): CodedPiece {
  const flushed = deflateRawSync(text, OPTIONS);
  return {
    coded: flushed.subarray(0, flushed.length - LENGTH_BYTES),
    bytes: text.length,
    checksum: crc32(text),
    shift: crc32Shift(text.length),
  };
}

function join(before: Buffer, pieces: readonly PieceAndText[]): Buffer {
  const head = GZIP_HEAD.length + 1 + LENGTH_BYTES + before.length;
  const sizes = pieces.reduce(
    (sum, { piece, after }) => sum + piece.coded.length + LENGTH_BYTES + after.length,
    head,
  );
  const stream = acquireBuffer(sizes + LAST_BLOCK.length + TRAILER_BYTES);
  let at = GZIP_HEAD.copy(stream);
  stream[at++] = STORED_BLOCK;
  at = writeText(stream, at, before);
  let checksum = crc32(before);
  let bytes = before.length;
  for (const { piece, after } of pieces) {
    at += piece.coded.copy(stream, at);
    at = writeText(stream, at, after);
    checksum = crc32(after, (multiplyModulo(piece.shift, checksum) ^ piece.checksum) >>> 0);
    bytes += piece.bytes + after.length;
  }
  at += LAST_BLOCK.copy(stream, at);
  at = stream.writeUInt32LE(checksum, at);
  stream.writeUInt32LE(bytes % 2 ** 32, at);
  return stream;
}

function writeText(stream: Buffer, at: number, text: Buffer): number {
  const next = stream.writeUInt16LE(~text.length & 0xffff, stream.writeUInt16LE(text.length, at));
  return next + text.copy(stream, next);
}
