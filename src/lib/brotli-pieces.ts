import { brotliCompressSync, constants } from 'node:zlib';
import { acquireBuffer } from './buffer-pool.ts';
import type { CodedPiece, PieceAndText, PieceCoding } from './coded-pieces.ts';

/** RFC 7932, 9.1: a window of 2^18 bytes. The first half of the first byte of each stream. */
const WINDOW_BITS = 18;
const WINDOW_HEAD = 0x3;
const HEAD_BITS = 4;
/** The last block, which is empty. */
const LAST_BLOCK = 0x3;
const OPTIONS = {
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
  params: {
    // Quality 0 refers neither to the built-in dictionary, whose place depends on what stands before, nor to former distances.
    [constants.BROTLI_PARAM_QUALITY]: 0,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  },
};
/** The bits of a stored block before its content fill these; with the head of the stream before them, too. */
const STORED_HEAD_BYTES = 3;
/** The head of the stream and an empty block that fills the byte. */
const EMPTY_HEAD = Buffer.from([0x60 | WINDOW_HEAD, 0]);
/** A block of one byte, up to the half byte at its end. */
const SINGLE_BYTES = 10;

/**
 * Meta-blocks that refer to nothing before them. A flushed stream ends at a whole byte, but after its head of 4 bits it begins
 * within one. So the last byte of the text before a piece is a block of its own, of 84 bits, and the piece begins within
 * the last byte of that block.
 */
export const brotliPieces: PieceCoding = { name: 'br', compress, join };

function compress(text: Buffer): CodedPiece {
  return { coded: brotliCompressSync(text, OPTIONS), bytes: text.length, checksum: 0, shift: 0 };
}

function join(before: Buffer, pieces: readonly PieceAndText[]): Buffer {
  const texts = [before, ...pieces.map(({ after }) => after)];
  const inner = pieces.reduce(
    (sum, { piece }, at) =>
      sum + storedBytes((texts[at]?.length ?? 0) - 1) + SINGLE_BYTES + piece.coded.length,
    before.length > 1 ? 0 : EMPTY_HEAD.length,
  );
  const stream = acquireBuffer(inner + storedBytes(texts.at(-1)?.length ?? 0) + 1);
  let at = before.length > 1 ? 0 : EMPTY_HEAD.copy(stream);
  for (const [number, { piece }] of pieces.entries()) {
    const text = texts[number] ?? before;
    at = writeStored(stream, at, text.subarray(0, -1));
    at += singleByte(text.at(-1) ?? 0).copy(stream, at);
    const half = stream[at - 1] ?? 0;
    at += piece.coded.copy(stream, at - 1) - 1;
    stream[at - piece.coded.length] = half | ((piece.coded[0] ?? 0) & 0xf0);
  }
  at = writeStored(stream, at, texts.at(-1) ?? before);
  stream[at] = LAST_BLOCK;
  return stream;
}

const storedBytes = (length: number): number => (length === 0 ? 0 : STORED_HEAD_BYTES + length);

/** The stream begins with its head, in the same bytes. */
function writeStored(stream: Buffer, at: number, text: Buffer): number {
  if (text.length === 0) return at;
  const head = ((text.length - 1) << 3) | (1 << 19);
  stream.writeUIntLE(at === 0 ? (head << HEAD_BITS) | WINDOW_HEAD : head, at, STORED_HEAD_BYTES);
  return at + STORED_HEAD_BYTES + text.copy(stream, at + STORED_HEAD_BYTES);
}

const singleBytes = new Map<number, Buffer>();

/** RFC 7932, 9.2: a compressed block of one byte, whose length is a half byte more than whole ones. */
function singleByte(byte: number): Buffer {
  const known = singleBytes.get(byte);
  if (known !== undefined) return known;
  const other = byte === 0xff ? 0 : 0xff;
  const fields: readonly (readonly [value: number, bits: number])[] = [
    [0, 1 + 2 + 16 + 1], // not the last, a length of one byte, compressed
    [0, 3 + 2 + 4], // one type each of literals, lengths and distances; no postfix, no direct distances
    [0, 2 + 1 + 1], // one context, one tree of literals and one of distances
    [0b0101, 4], // a simple code of two literals, in their order
    [Math.min(byte, other), 8],
    [Math.max(byte, other), 8],
    [0b0001, 4], // a simple code of one length: insert 1, copy none at the end of a block
    [8, 10],
    [0b0101, 4], // a simple code of two distances, which are not used
    [0, 6],
    [1, 6],
    [byte < other ? 0 : 1, 1], // the literal
  ];
  let all = 0n;
  let length = 0n;
  for (const [value, bits] of fields) {
    all |= BigInt(value) << length;
    length += BigInt(bits);
  }
  const single = Buffer.alloc(SINGLE_BYTES + 1);
  for (let at = 0; at < single.length; at += 1) single[at] = Number((all >> BigInt(8 * at)) & 0xffn);
  singleBytes.set(byte, single);
  return single;
}
