import type { ByteSpan } from '../imports/block-text.ts';
import type { TextRecord } from '../imports/text-blocks.ts';

const [LINE_FEED, MARK] = [0x0a, 0x01];
/** More than a mark and two numbers of four digits take. */
const HEAD_BYTES = 16;

/**
 * The rows of one sale as they are stored. Rows after the first omit the prefix and suffix they share with it, which is
 * most of their text: a mark that no text file has and the two lengths in bytes replace them. Overwritten by the next
 * sale.
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
    const maxShared = Math.min(first.end - first.from, end - from);
    let prefix = 0;
    while (prefix < maxShared && bytes[first.from + prefix] === bytes[from + prefix]) prefix += 1;
    while (prefix > 0 && isInsideLetter(bytes[from + prefix])) prefix -= 1;
    let suffix = 0;
    while (suffix < maxShared - prefix && bytes[first.end - 1 - suffix] === bytes[end - 1 - suffix])
      suffix += 1;
    while (suffix > 0 && isInsideLetter(bytes[end - suffix])) suffix -= 1;
    this.#ensureCapacity(at + end - from + HEAD_BYTES);
    this.#bytes[at] = LINE_FEED;
    if (hasLineEnd(bytes, from + prefix, end - suffix)) return this.#put(record, at + 1);
    this.#bytes[at + 1] = MARK;
    const head = at + 2 + this.#bytes.write(`${prefix} ${suffix} `, at + 2, 'latin1');
    return head + bytes.copy(this.#bytes, head, from + prefix, end - suffix);
  }

  #ensureCapacity(wanted: number): void {
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * wanted);
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

/** A row with a line end in a quoted cell is stored in full. */
function hasLineEnd(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (bytes[at] === LINE_FEED) return true;
  return false;
}

const isInsideLetter = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80;

/** Restores the rows; where cells may be quoted one may contain a line end. */
export function splitSourceRows(stored: string, isQuoted: boolean): string[] {
  const rows: string[] = [];
  for (const line of stored.split('\n')) {
    const prefix = rows.at(-1);
    const [first] = rows;
    const isOpen = isQuoted && prefix !== undefined && (prefix.split('"').length - 1) % 2 === 1;
    if (isOpen) rows[rows.length - 1] = `${prefix}\n${line}`;
    else rows.push(first === undefined || line.charCodeAt(0) !== MARK ? line : wholeRow(first, line));
  }
  return rows;
}

function wholeRow(first: string, line: string): string {
  const [prefix, suffix] = line.slice(1).split(' ', 2).map(Number);
  const rest = line.slice(line.indexOf(' ', line.indexOf(' ') + 1) + 1);
  const bytes = Buffer.from(first);
  return bytes.toString('utf8', 0, prefix) + rest + bytes.toString('utf8', bytes.length - (suffix ?? 0));
}
