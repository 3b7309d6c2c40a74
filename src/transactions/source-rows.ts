import type { ByteSpan } from '../imports/block-text.ts';
import type { TextRecord } from '../imports/text-blocks.ts';

const [LINE_FEED, MARK] = [0x0a, 0x01];
/** More than a mark and two numbers of four figures take. */
const HEAD_BYTES = 16;

/**
 * The rows of one sale as they are stored. Those behind the first leave out what they begin and end with like it, which is most of them:
 * the two lengths in bytes stand in its place, behind a mark that no file of text has. Written over by the next sale.
 */
export class SourceRows {
  #bytes = Buffer.alloc(64 * 1_024);

  of(records: readonly TextRecord[]): ByteSpan {
    const [first] = records;
    if (first === undefined) return { bytes: this.#bytes, from: 0, end: 0 };
    const { bytes } = first.source;
    if (records.length === 1) return { bytes, from: first.from, end: first.end };
    let at = this.#put(first, 0);
    for (let nth = 1; nth < records.length; nth += 1) {
      const record = records[nth];
      if (record !== undefined) at = this.#putAfter(first, record, at);
    }
    return { bytes: this.#bytes, from: 0, end: at };
  }

  #put({ source, from, end }: TextRecord, at: number): number {
    this.#ensureCapacity(at + end - from + HEAD_BYTES);
    return at + source.bytes.copy(this.#bytes, at, from, end);
  }

  #putAfter(first: TextRecord, record: TextRecord, at: number): number {
    const { source, from, end } = record;
    const { bytes } = source;
    const most = Math.min(first.end - first.from, end - from);
    let before = 0;
    while (before < most && bytes[first.from + before] === bytes[from + before]) before += 1;
    while (before > 0 && isInsideLetter(bytes[from + before])) before -= 1;
    let behind = 0;
    while (behind < most - before && bytes[first.end - 1 - behind] === bytes[end - 1 - behind]) behind += 1;
    while (behind > 0 && isInsideLetter(bytes[end - behind])) behind -= 1;
    this.#ensureCapacity(at + end - from + HEAD_BYTES);
    this.#bytes[at] = LINE_FEED;
    if (hasLineEnd(bytes, from + before, end - behind)) return this.#put(record, at + 1);
    this.#bytes[at + 1] = MARK;
    const head = at + 2 + this.#bytes.write(`${before} ${behind} `, at + 2, 'latin1');
    return head + bytes.copy(this.#bytes, head, from + before, end - behind);
  }

  #ensureCapacity(wanted: number): void {
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * wanted);
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

/** Such a row, whose quoted cell goes over its line's end, is kept whole. */
function hasLineEnd(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (bytes[at] === LINE_FEED) return true;
  return false;
}

const isInsideLetter = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80;

/** Each row as it came; where cells may be quoted one may hold a line end. */
export function splitSourceRows(stored: string, isQuoted: boolean): string[] {
  const rows: string[] = [];
  for (const line of stored.split('\n')) {
    const before = rows.at(-1);
    const [first] = rows;
    const isOpen = isQuoted && before !== undefined && (before.split('"').length - 1) % 2 === 1;
    if (isOpen) rows[rows.length - 1] = `${before}\n${line}`;
    else rows.push(first === undefined || line.charCodeAt(0) !== MARK ? line : wholeRow(first, line));
  }
  return rows;
}

function wholeRow(first: string, line: string): string {
  const [before, behind] = line.slice(1).split(' ', 2).map(Number);
  const rest = line.slice(line.indexOf(' ', line.indexOf(' ') + 1) + 1);
  const bytes = Buffer.from(first);
  return bytes.toString('utf8', 0, before) + rest + bytes.toString('utf8', bytes.length - (behind ?? 0));
}
