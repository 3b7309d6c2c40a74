/** A text that was compressed alone, so that it can stand in any stream of its coding. */
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
  readonly name: 'gzip' | 'br';
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
