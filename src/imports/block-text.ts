/** A stretch of a file in UTF-8, as bytes and as a text of as many letters: figures are read from the one, short texts cut from the other. */
export interface BlockText {
  readonly bytes: Buffer;
  /** One letter a byte, right where all are ASCII. */
  readonly letters: string;
}

export const blockText = (bytes: Buffer): BlockText => ({ bytes, letters: bytes.toString('latin1') });

/** Part of some bytes of UTF-8. */
export interface ByteSpan {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

/** Part of it. */
export interface TextSpan {
  readonly source: BlockText;
  readonly from: number;
  readonly end: number;
}

const ASCII = 128;

/** What stands there, as it stands. */
export function sliceText({ bytes, letters }: BlockText, from: number, end: number): string {
  for (let at = from; at < end; at += 1)
    if ((bytes[at] ?? 0) >= ASCII) return bytes.toString('utf8', from, end);
  return letters.slice(from, end);
}
