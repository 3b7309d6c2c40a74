import { type BlockText, blockText, sliceText } from './block-text.ts';
import { type RowFault, rowFault } from './fault.ts';
import { dateWithin, numberWithin, textWithin } from './values.ts';

const QUOTE = 34;
const EMPTY_TEXT = blockText(Buffer.alloc(0));

/** The cells of one record, quoted or not. */
export function splitCells(record: string, separator: string): string[] {
  const cells = new Cells(new Array<string>(3 * record.length + 1).fill(''), separator);
  const source = blockText(Buffer.from(record));
  const count = cells.split(source, 0, source.bytes.length);
  return Array.from({ length: count }, (_, at) => cells.raw(at) ?? '');
}

/**
 * The cells of the current record as ranges of its block. A string is built only for a cell that is read, and none for
 * numbers and dates: of the 230 columns of a certificate 25 are read, and short-lived strings were a fifth of an
 * import.
 */
export class Cells {
  /** The column names as the file spells them. */
  readonly header: readonly string[];
  readonly #separator: string;
  readonly #code: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Cells whose text differs from their bytes: a doubled quote, or text after the closing one. */
  readonly #unescaped = new Map<number, BlockText>();
  #source = EMPTY_TEXT;

  constructor(header: readonly string[], separator: string) {
    this.header = header;
    this.#separator = separator;
    this.#code = separator.charCodeAt(0);
    this.#starts = new Int32Array(header.length);
    this.#ends = new Int32Array(header.length);
  }

  /** Cells from names and values. */
  static of(values: Readonly<Record<string, unknown>>): Cells {
    const cells = new Cells(Object.keys(values), ',');
    for (const [at, value] of Object.values(values).entries())
      cells.#unescaped.set(at, blockText(Buffer.from(String(value))));
    return cells;
  }

  /** Returns the number of columns of the record. */
  split(source: BlockText, from: number, end: number): number {
    this.#source = source;
    if (this.#unescaped.size > 0) this.#unescaped.clear();
    const { bytes } = source;
    const [code, starts, ends] = [this.#code, this.#starts, this.#ends];
    for (let [column, start] = [0, from]; ; column += 1) {
      let at = start;
      if (at < end && bytes[at] === QUOTE) at = this.#splitQuoted(column, start, end);
      else {
        while (at < end && bytes[at] !== code) at += 1;
        starts[column] = start;
        ends[column] = at;
      }
      if (at >= end) return column + 1;
      start = at + 1;
    }
  }

  /** Returns the end of the cell: its separator, or the end of the record. */
  #splitQuoted(column: number, from: number, end: number): number {
    const { bytes, letters } = this.#source;
    let close = letters.indexOf('"', from + 1);
    let isDoubled = false;
    while (close >= 0 && close + 1 < end && bytes[close + 1] === QUOTE) {
      isDoubled = true;
      close = letters.indexOf('"', close + 2);
    }
    if (close < 0 || close > end) close = end;
    let next = close + 1;
    if (bytes[next] !== this.#code) next = letters.indexOf(this.#separator, close);
    if (next < 0 || next > end) next = end;
    this.#starts[column] = from + 1;
    this.#ends[column] = close;
    if (isDoubled || next > close + 1) {
      const inside = sliceText(this.#source, from + 1, close);
      // No format allows text between the closing quote and the separator: it is included, so that a check fails on it.
      const meant = inside.replaceAll('""', '"') + sliceText(this.#source, close + 1, next);
      this.#unescaped.set(column, blockText(Buffer.from(meant)));
    }
    return next;
  }

  /** The text of the cell, unchanged. */
  raw(at: number): string | undefined {
    if (at < 0) return undefined;
    const unescaped = this.#unescapedAt(at);
    if (unescaped !== undefined) return sliceText(unescaped, 0, unescaped.bytes.length);
    return sliceText(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  text(at: number): string | undefined {
    if (at < 0) return undefined;
    const unescaped = this.#unescapedAt(at);
    if (unescaped !== undefined) return textWithin(unescaped, 0, unescaped.bytes.length);
    return textWithin(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  /** NaN when the cell is not a number. */
  number(at: number): number | undefined {
    if (at < 0) return undefined;
    const unescaped = this.#unescapedAt(at);
    if (unescaped !== undefined) return numberWithin(unescaped, 0, unescaped.bytes.length);
    return numberWithin(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  /** An ISO date; undefined when empty, null when the cell is not a date. */
  date(at: number): string | null | undefined {
    if (at < 0) return undefined;
    const unescaped = this.#unescapedAt(at);
    if (unescaped !== undefined) return dateWithin(unescaped, 0, unescaped.bytes.length);
    return dateWithin(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  #unescapedAt(at: number): BlockText | undefined {
    return this.#unescaped.size === 0 ? undefined : this.#unescaped.get(at);
  }

  /** The first of the split columns whose bytes satisfy the predicate. */
  columnOf(count: number, isSo: (bytes: Buffer) => boolean): string | undefined {
    const { bytes } = this.#source;
    return this.header.find((_, at) => at < count && isSo(bytes.subarray(this.#starts[at], this.#ends[at])));
  }

  /** Why this row is rejected, with the column as the file spells it. */
  fault(reason: string, at: number, found = this.raw(at)): RowFault {
    return rowFault(reason, this.header[at], found);
  }
}
