const QUOTE = 34;

/** The cells of one record, quoted or not. */
export function cellsOf(record: string, separator: string): string[] {
  const cutter = new CellCutter(separator);
  cutter.cut(record);
  return cutter.cells;
}

/**
 * Cuts the records of one file, taking out only the columns that somebody reads: of 230 columns of a certificate that is 25. The array
 * is the same for every record; what was not asked for stands empty.
 */
export class CellCutter {
  readonly cells: string[] = [];
  readonly #separator: string;
  readonly #code: number;
  readonly #wanted: readonly boolean[] | undefined;

  constructor(separator: string, columns?: { count: number; wanted: readonly number[] }) {
    this.#separator = separator;
    this.#code = separator.charCodeAt(0);
    if (columns === undefined) return;
    this.cells = new Array<string>(columns.count).fill('');
    this.#wanted = this.cells.map((_, at) => columns.wanted.includes(at));
  }

  /** Answers how many columns the record has. */
  cut(record: string): number {
    const { cells } = this;
    const [code, wanted, end] = [this.#code, this.#wanted, record.length];
    let [column, from, at] = [0, 0, 0];
    for (; at <= end; at += 1) {
      if (at === from && record.charCodeAt(at) === QUOTE) {
        at = this.#cutQuoted(record, column, from);
        column += 1;
        from = at + 1;
      } else if (at === end || record.charCodeAt(at) === code) {
        if (wanted === undefined || wanted[column] === true) cells[column] = record.slice(from, at);
        column += 1;
        from = at + 1;
      }
    }
    return column;
  }

  /** Answers where the cell ends: at its separator, or at the end of the record. */
  #cutQuoted(record: string, column: number, from: number): number {
    let close = record.indexOf('"', from + 1);
    let doubled = false;
    while (close >= 0 && record.charCodeAt(close + 1) === QUOTE) {
      doubled = true;
      close = record.indexOf('"', close + 2);
    }
    if (close < 0) close = record.length;
    const next = record.indexOf(this.#separator, close);
    const end = next < 0 ? record.length : next;
    if (this.#wanted !== undefined && this.#wanted[column] !== true) return end;
    const inside = record.slice(from + 1, close);
    // What stands between the closing quote and the separator belongs to nobody's format: it is kept, so that a check fails on it.
    this.cells[column] = (doubled ? inside.replaceAll('""', '"') : inside) + record.slice(close + 1, end);
    return end;
  }
}
