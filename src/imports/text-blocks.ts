import { isAscii, isUtf8 } from 'node:buffer';
import { ImportFault } from '../geo/import/json-records.ts';
import { blockText, sliceText, type TextSpan } from './block-text.ts';

/** A record of a file of lines: one line, or several where a quoted cell contains line ends. */
export interface TextRecord extends TextSpan {
  /** Its first line in the file, from 1. */
  readonly line: number;
  /** Why it cannot be read; one with an unclosed quote ends with its first line. */
  readonly fault: string | undefined;
}

export const textOf = ({ source, from, end }: TextRecord): string => sliceText(source, from, end);

/** Rows that are strings already, as records of their own block. */
export function toTextRecords(rows: readonly string[]): TextRecord[] {
  const source = blockText(Buffer.from(rows.join('\n')));
  let from = 0;
  return rows.map((row, at) => {
    const end = from + Buffer.byteLength(row);
    const record: TextRecord = { source, from, end, line: at + 1, fault: undefined };
    from = end + 1;
    return record;
  });
}

export interface TextBlock {
  readonly records: readonly TextRecord[];
  /** The end of the file. */
  readonly last: boolean;
}

interface Options {
  /** Whether quoted cells may contain line ends. */
  readonly quoted: boolean;
  readonly position: number;
  readonly line: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Read in 3 ms: nothing is sent meanwhile, and the socket buffer lasts the database about 10 ms. */
const BLOCK_BYTES = 64 * 1024;
/** A quote still open after so many lines or bytes is taken for a literal one. */
const MAX_QUOTED_LINES = 100;
const MAX_QUOTED_BYTES = 2 * 1024 * 1024;
const windows1252 = new TextDecoder('windows-1252');

/**
 * The records of a file, a block at a time, with the position from which reading may restart. Records that are
 * incomplete, such as a sale whose rows may continue in the next block, are put back.
 */
export class TextBlocks {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #quoted: boolean;
  /** Undefined until the first non-ASCII byte. */
  #utf8: boolean | undefined;
  /** Bytes that were read and not yet returned, or put back. */
  #pending: Buffer = Buffer.alloc(0);
  /** How many of them were returned or split before. */
  #again = 0;
  #ended = false;
  #failure: Error | undefined;
  #block: readonly TextRecord[] = [];
  #blockBytes: Buffer = Buffer.alloc(0);
  /** Starts with the bytes of the block, so that putting some back moves nothing. */
  #pendingBefore: Buffer = Buffer.alloc(0);
  position: number;
  line: number;

  constructor(chunks: AsyncIterable<Buffer>, { quoted, position, line }: Options) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#quoted = quoted;
    this.position = position;
    this.line = line;
  }

  /** Why the file could not be read to its end, once nothing is left. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  async next(): Promise<TextBlock> {
    // Records put back must be extended, or the same block would repeat for ever.
    for (let wanted = this.#wanted(); ; wanted *= 2) {
      await this.#fill(wanted);
      const last = this.#ended && this.#pending.length <= wanted;
      const end =
        last && this.#failure === undefined
          ? this.#pending.length
          : this.#pending.lastIndexOf(LINE_FEED, wanted - 1) + 1;
      const bytes = this.#pending.subarray(0, end);
      const { records, open, line } = this.#split(bytes, last);
      if (records.length === 0 && !last) continue;
      const used = end - (last ? 0 : open);
      this.#blockBytes = bytes.subarray(0, used);
      this.#pendingBefore = this.#pending;
      this.#pending = this.#pending.subarray(used);
      this.#again = open;
      this.#block = records;
      this.position += used;
      this.line = line;
      return { records, last };
    }
  }

  /** A record longer than a block is read again in ever larger ones, so that the cost stays linear. */
  #wanted(): number {
    return this.#again + Math.max(BLOCK_BYTES, this.#again);
  }

  /** The records of the last block from this one on are read again with the next block. */
  putBack(from: number): void {
    const first = this.#block[from];
    if (first === undefined) return;
    let start = this.#blockBytes.length;
    for (let left = this.line - first.line; left >= 0; left -= 1)
      start = start <= 0 ? -1 : this.#blockBytes.lastIndexOf(LINE_FEED, start - 1);
    start += 1;
    const back = this.#blockBytes.length - start;
    this.#pending = this.#pendingBefore.subarray(start);
    this.#again += back;
    this.position -= back;
    this.line = first.line;
  }

  async #fill(wanted: number): Promise<void> {
    const parts = [this.#pending];
    let length = this.#pending.length;
    while (!this.#ended && length < wanted) {
      try {
        const { value, done } = await this.#chunks.next();
        if (done) this.#ended = true;
        else {
          parts.push(value);
          length += value.length;
        }
      } catch (error) {
        this.#ended = true;
        this.#failure = error as Error;
      }
    }
    if (parts.length > 1) this.#pending = Buffer.concat(parts);
  }

  /** `open` is the number of trailing bytes in a record with an open quote, `line` the number of the next line. */
  #split(block: Buffer, last: boolean): { records: TextRecord[]; open: number; line: number } {
    const source = blockText(this.#decoded(block));
    const { bytes, letters } = source;
    const isFaulty = findTextFault(bytes) !== undefined;
    const records: TextRecord[] = [];
    let { line } = this;
    // Searched again only once it is passed: most files have none, and each search would read to the end.
    let quote = this.#quoted ? nextQuote(letters, 0) : letters.length;
    for (let from = 0; from < letters.length; ) {
      let end = lineEnd(letters, from);
      let lines = 1;
      let fault: string | undefined;
      if (this.#quoted && quote < from) quote = nextQuote(letters, from);
      if (quote < end && hasOpenQuote(letters, quote, end)) {
        const whole = this.#closed(letters, from, end);
        if (whole === undefined && !last && letters.length - from < MAX_QUOTED_BYTES)
          return { records, open: this.#lengthGiven(bytes.subarray(from)), line };
        if (whole === undefined) fault = UNCLOSED;
        else ({ end, lines } = whole);
      }
      const until = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
      if (isFaulty) fault ??= findTextFault(bytes.subarray(from, until));
      if (until > from) records.push({ source, from, end: until, line, fault });
      from = end + 1;
      line += lines;
    }
    return { records, open: 0, line };
  }

  /** The length of these bytes in the file itself. */
  #lengthGiven(bytes: Buffer): number {
    return this.#utf8 === false ? bytes.toString('utf8').length : bytes.length;
  }

  #closed(text: string, from: number, firstEnd: number): { end: number; lines: number } | undefined {
    let end = firstEnd;
    for (let lines = 2; lines <= MAX_QUOTED_LINES; lines += 1) {
      if (end >= text.length) return undefined;
      end = lineEnd(text, end + 1);
      if (!hasOpenQuote(text, from, end)) return { end, lines };
    }
    return undefined;
  }

  /** The first non-ASCII lines decide the encoding: when most of them are not UTF-8 the file is Windows-1252. */
  #decoded(bytes: Buffer): Buffer {
    const marked = this.position === 0 && bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf));
    if (this.position === 0 && (bytes[0] === 0xff || bytes[0] === 0xfe || bytes[1] === 0))
      throw new ImportFault('line 1: the file is in UTF-16; save it as UTF-8');
    if (this.#utf8 === undefined && !isAscii(bytes)) this.#utf8 = isUtf8(bytes) || isMostlyUtf8(bytes);
    if (this.#utf8 === false) return Buffer.from(windows1252.decode(bytes));
    return marked ? bytes.subarray(3) : bytes;
  }
}

/** A stray byte rejects its own line only. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let [readable, unreadable] = [0, 0];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (!isUtf8(line)) unreadable += 1;
    else if (!isAscii(line)) readable += 1;
    from += line.length + 1;
  }
  return readable > unreadable;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function nextQuote(text: string, from: number): number {
  const at = text.indexOf('"', from);
  return at < 0 ? text.length : at;
}

function hasOpenQuote(text: string, from: number, end: number): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"', from); at >= 0 && at < end; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 1;
}

const UNCLOSED = 'a quote that is never closed';
const ZERO = 0;

/** Why some bytes of a file cannot be read, if so. */
export function findTextFault(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return 'bytes that are not UTF-8';
  // PostgreSQL text cannot contain it.
  return bytes.includes(ZERO) ? 'a byte that is zero' : undefined;
}
