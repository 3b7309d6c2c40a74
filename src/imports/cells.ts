import { type RowFault, rowFault } from './fault.ts';
import { dateWithin, numberWithin, textWithin } from './values.ts';

const QUOTE = 34;

/** The cells of one record, quoted or not. */
export function cellsOf(record: string, separator: string): string[] {
  const cells = new Cells(new Array<string>(record.length + 1).fill(''), separator);
  const count = cells.cut(record, 0, record.length);
  return Array.from({ length: count }, (_, at) => cells.given(at) ?? '');
}

/**
 * The cells of the record at hand: where each begins and ends in the text of its block. A text is made only of what somebody reads, and
 * none of numbers and dates: of 230 columns of a certificate 25 are looked at, and short-lived texts were a fifth of an import.
 */
export class Cells {
  /** The columns as the file at hand spells them. */
  readonly header: readonly string[];
  readonly #separator: string;
  readonly #code: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Cells that do not stand in the text as they are meant: a quote doubled, or something behind the closing one. */
  readonly #mended = new Map<number, string>();
  #source = '';

  constructor(header: readonly string[], separator: string) {
    this.header = header;
    this.#separator = separator;
    this.#code = separator.charCodeAt(0);
    this.#starts = new Int32Array(header.length);
    this.#ends = new Int32Array(header.length);
  }

  /** What is known as names and values already. */
  static of(values: Readonly<Record<string, unknown>>): Cells {
    const cells = new Cells(Object.keys(values), ',');
    for (const [at, value] of Object.values(values).entries()) cells.#mended.set(at, String(value));
    return cells;
  }

  /** Answers how many columns the record has. */
  cut(source: string, from: number, end: number): number {
    this.#source = source;
    if (this.#mended.size > 0) this.#mended.clear();
    const [code, starts, ends] = [this.#code, this.#starts, this.#ends];
    for (let [column, start] = [0, from]; ; column += 1) {
      let at = start;
      if (at < end && source.charCodeAt(at) === QUOTE) at = this.#cutQuoted(column, start, end);
      else {
        while (at < end && source.charCodeAt(at) !== code) at += 1;
        starts[column] = start;
        ends[column] = at;
      }
      if (at >= end) return column + 1;
      start = at + 1;
    }
  }

  /** Answers where the cell ends: at its separator, or at the end of the record. */
  #cutQuoted(column: number, from: number, end: number): number {
    const source = this.#source;
    let close = source.indexOf('"', from + 1);
    let doubled = false;
    while (close >= 0 && close + 1 < end && source.charCodeAt(close + 1) === QUOTE) {
      doubled = true;
      close = source.indexOf('"', close + 2);
    }
    if (close < 0 || close > end) close = end;
    let next = close + 1;
    if (source.charCodeAt(next) !== this.#code) next = source.indexOf(this.#separator, close);
    if (next < 0 || next > end) next = end;
    this.#starts[column] = from + 1;
    this.#ends[column] = close;
    if (doubled || next > close + 1) {
      const inside = source.slice(from + 1, close);
      // What stands between the closing quote and the separator belongs to nobody's format: it is kept, so that a check fails on it.
      this.#mended.set(
        column,
        (doubled ? inside.replaceAll('""', '"') : inside) + source.slice(close + 1, next),
      );
    }
    return next;
  }

  /** What stands there, as it stands. */
  given(at: number): string | undefined {
    if (at < 0) return undefined;
    return this.#mended.get(at) ?? this.#source.slice(this.#starts[at], this.#ends[at]);
  }

  text(at: number): string | undefined {
    if (at < 0) return undefined;
    const mended = this.#mended.size === 0 ? undefined : this.#mended.get(at);
    if (mended !== undefined) return textWithin(mended, 0, mended.length);
    return textWithin(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  /** NaN when something stands there that is no number. */
  number(at: number): number | undefined {
    if (at < 0) return undefined;
    const mended = this.#mended.size === 0 ? undefined : this.#mended.get(at);
    if (mended !== undefined) return numberWithin(mended, 0, mended.length);
    return numberWithin(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  /** A day as ISO has it; undefined for none, null when something stands there that is no day. */
  date(at: number): string | null | undefined {
    if (at < 0) return undefined;
    const mended = this.#mended.size === 0 ? undefined : this.#mended.get(at);
    if (mended !== undefined) return dateWithin(mended, 0, mended.length);
    return dateWithin(this.#source, this.#starts[at] ?? 0, this.#ends[at] ?? 0);
  }

  /** Why this row is left out, with the column as the file spells it. */
  fault(reason: string, at: number, found = this.given(at)): RowFault {
    return rowFault(reason, this.header[at], found);
  }
}
