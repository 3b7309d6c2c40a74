import { isAscii, isUtf8 } from 'node:buffer';
import { ImportFault } from '../geo/import/json-records.ts';
import { blockText, sliceText, type TextSpan } from './block-text.ts';

/** A record of a file of lines: usually one, several where a quoted cell goes over its line's end. */
export interface TextRecord extends TextSpan {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** Why it cannot be read; one whose quote is never closed is cut at the end of its first line. */
  readonly fault: string | undefined;
}

export const textOf = ({ source, from, end }: TextRecord): string => sliceText(source, from, end);

/** Rows that are texts already, as records of a block of their own. */
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
  /** Nothing follows. */
  readonly last: boolean;
}

interface Options {
  /** Whether quotes may hold line ends. */
  readonly quoted: boolean;
  readonly position: number;
  readonly line: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Read in 3 ms: while a block is read nothing is sent, and what the socket holds lasts the database about 10 ms. */
const BLOCK_BYTES = 64 * 1024;
/** A quote still open after so many lines or bytes was never meant to be one. */
const MAX_QUOTED_LINES = 100;
const MAX_QUOTED_BYTES = 2 * 1024 * 1024;
const windows1252 = new TextDecoder('windows-1252');

/**
 * The records of a file, a block at a time, with the position from which reading may start again. What the reader of a block cannot
 * use yet, such as a sale whose rows may go on in the next block, is put back.
 */
export class TextBlocks {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #quoted: boolean;
  /** Undefined until a byte beyond ASCII was seen. */
  #utf8: boolean | undefined;
  /** Bytes that were read and not yet given out, or put back. */
  #pending: Buffer = Buffer.alloc(0);
  /** How many of them were given out before, or cut. */
  #again = 0;
  #ended = false;
  #failure: Error | undefined;
  #block: readonly TextRecord[] = [];
  #blockBytes: Buffer = Buffer.alloc(0);
  /** Begins with the bytes of the block, so that some of them are put back without being moved. */
  #pendingBefore: Buffer = Buffer.alloc(0);
  position: number;
  line: number;

  constructor(chunks: AsyncIterable<Buffer>, { quoted, position, line }: Options) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#quoted = quoted;
    this.position = position;
    this.line = line;
  }

  /** What kept the file from being read to its end, once there is nothing left. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  async next(): Promise<TextBlock> {
    // What was put back comes with something more, or it would come for ever.
    for (let wanted = this.#wanted(); ; wanted *= 2) {
      await this.#fill(wanted);
      const last = this.#ended && this.#pending.length <= wanted;
      const end =
        last && this.#failure === undefined
          ? this.#pending.length
          : this.#pending.lastIndexOf(LINE_FEED, wanted - 1) + 1;
      const bytes = this.#pending.subarray(0, end);
      const { records, open, line } = this.#cut(bytes, last);
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

  /** A record of many blocks comes again in ever larger ones, lest it be read as often as it has blocks. */
  #wanted(): number {
    return this.#again + Math.max(BLOCK_BYTES, this.#again);
  }

  /** The records of the last block from this one on come again with the next block. */
  putBack(from: number): void {
    const first = this.#block[from];
    if (first === undefined) return;
    let kept = this.#blockBytes.length;
    for (let left = this.line - first.line; left >= 0; left -= 1)
      kept = kept <= 0 ? -1 : this.#blockBytes.lastIndexOf(LINE_FEED, kept - 1);
    kept += 1;
    const back = this.#blockBytes.length - kept;
    this.#pending = this.#pendingBefore.subarray(kept);
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

  /** `open` counts the bytes at the end that belong to a record whose quote is still open, `line` is the one after the rest. */
  #cut(given: Buffer, last: boolean): { records: TextRecord[]; open: number; line: number } {
    const source = blockText(this.#decoded(given));
    const { bytes, letters } = source;
    const isFaulty = findTextFault(bytes) !== undefined;
    const records: TextRecord[] = [];
    let { line } = this;
    // Looked for again only once it is passed: most files have none, and each look would read to the end.
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

  /** How long these bytes are in the file itself. */
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

  /** The first lines beyond ASCII tell whether a file is UTF-8; if most of them are not, it is Windows-1252, as old exports are. */
  #decoded(bytes: Buffer): Buffer {
    const marked = this.position === 0 && bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf));
    if (this.position === 0 && (bytes[0] === 0xff || bytes[0] === 0xfe || bytes[1] === 0))
      throw new ImportFault('line 1: the file is in UTF-16; save it as UTF-8');
    if (this.#utf8 === undefined && !isAscii(bytes)) this.#utf8 = isUtf8(bytes) || isMostlyUtf8(bytes);
    if (this.#utf8 === false) return Buffer.from(windows1252.decode(bytes));
    return marked ? bytes.subarray(3) : bytes;
  }
}

/** A stray byte spoils its own line, not the letters of all others. */
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
  // No text of the database may hold it.
  return bytes.includes(ZERO) ? 'a byte that is zero' : undefined;
}
