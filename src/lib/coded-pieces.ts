import { constants, crc32, deflateRawSync } from 'node:zlib';
import { acquireBuffer } from './buffer-pool.ts';

/** A text that was coded alone, so that it can stand in any stream of its coding. */
export interface CodedPiece {
  readonly coded: Buffer;
  /** Of the plain text. */
  readonly bytes: number;
  /** CRC-32 of the plain text, and what the checksum of a text before it is multiplied by; 0 where a coding has none. */
  readonly checksum: number;
  readonly shift: number;
}

/** A piece and the plain text after it, at most MAX_PLAIN_BYTES. */
export interface PieceAndText {
  readonly piece: CodedPiece;
  readonly after: Buffer;
}

/** The length of a stored block is a number of 16 bits, in gzip and in Brotli. */
export const MAX_PLAIN_BYTES = 2 ** 16 - 1;

/** A coding whose streams can be put together from pieces that are compressed once. */
export interface PieceCoding {
  readonly name: 'gzip' | 'br' | 'identity';
  compress(text: Buffer): CodedPiece;
  /** One stream. Neither the text before nor one after a piece may be empty. */
  join(before: Buffer, pieces: readonly PieceAndText[]): Buffer;
}

/** One stream of plain texts and pieces, a text first and last, no two pieces in a row. */
export function joinPieces(coding: PieceCoding, parts: readonly (string | CodedPiece)[]): Buffer {
  const texts = [''];
  const pieces: CodedPiece[] = [];
  for (const part of parts)
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else {
      pieces.push(part);
      texts.push('');
    }
  if (texts.includes('')) throw new Error('a text is missing before or after a piece');
  const [before = '', ...after] = texts;
  return coding.join(
    Buffer.from(before),
    pieces.map((piece, at) => ({ piece, after: toBytes(after[at] ?? '') })),
  );
}

/** Nearly every text of a page is a comma. */
const COMMA = Buffer.from(',');
const toBytes = (text: string): Buffer => (text === ',' ? COMMA : Buffer.from(text));

/** Texts as they are, for clients that accept no compression: a document is rendered once and not for each page. */
export const identityPieces: PieceCoding = {
  name: 'identity',
  compress: (text) => ({ coded: text, bytes: text.length, checksum: 0, shift: 0 }),
  join(before, pieces) {
    const bytes = pieces.reduce((sum, { piece, after }) => sum + piece.bytes + after.length, before.length);
    const text = acquireBuffer(bytes);
    let at = before.copy(text);
    for (const { piece, after } of pieces) {
      at += piece.coded.copy(text, at);
      at += after.copy(text, at);
    }
    return text;
  },
};

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

/** The polynomial of CRC-32 (RFC 1952), bits reversed. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X = 0x40000000;

/** The product of two polynomials modulo that of CRC-32. */
export function multiplyModulo(left: number, right: number): number {
  let product = 0;
  let factor = right;
  for (let bit = ONE; ; bit >>>= 1) {
    if ((left & bit) !== 0) {
      product ^= factor;
      if ((left & (bit - 1)) === 0) return product >>> 0;
    }
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
}

/**
 * What the checksum of a text is multiplied by when `bytes` more bytes follow: with A before B, the checksum of both is
 * `multiplyModulo(shift, checksum of A) ^ checksum of B`.
 */
export function crc32Shift(bytes: number): number {
  let power = X;
  let shift = ONE;
  for (let rest = bytes * 8; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiplyModulo(shift, power);
    power = multiplyModulo(power, power);
  }
  return shift >>> 0;
}
