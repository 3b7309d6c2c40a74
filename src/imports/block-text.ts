/**
 * A block of a UTF-8 file, as bytes and as a Latin-1 string: numbers are parsed from bytes, short texts sliced from the
 * string.
 */
export interface BlockText {
  readonly bytes: Buffer;
  /** One character a byte; correct where all bytes are ASCII. */
  readonly letters: string;
}

export const blockText = (bytes: Buffer): BlockText => ({ bytes, letters: bytes.toString('latin1') });

/** A range of UTF-8 bytes. */
export interface ByteSpan {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

/** A range of a block. */
export interface TextSpan {
  readonly source: BlockText;
  readonly from: number;
  readonly end: number;
}

const ASCII = 128;

/** The text of the range, unchanged. */
export function sliceText({ bytes, letters }: BlockText, from: number, end: number): string {
  for (let at = from; at < end; at += 1)
    if ((bytes[at] ?? 0) >= ASCII) return bytes.toString('utf8', from, end);
  return letters.slice(from, end);
}
