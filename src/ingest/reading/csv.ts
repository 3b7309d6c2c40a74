import { CsvError, parse } from 'csv-parse/sync';
import { BrokenFeed } from './broken-feed.ts';
import { MAX_RECORD_CHARS } from './limits.ts';
import { readLines, type TextLine } from './lines.ts';

export interface CsvRow {
  /** The cells in order, or else the fault that keeps the row from being read. */
  readonly cells: readonly string[] | undefined;
  readonly fault: string | undefined;
  /** Where it begins. */
  readonly line: number;
}

/** The rows of a CSV file. A quoted cell may go over several lines; a quote that is never closed costs its own row only. */
export async function* readCsvRows(text: AsyncIterable<string>, separator: string): AsyncGenerator<CsvRow> {
  const rows = new CsvRowReader(separator);
  for await (const line of readLines(text)) {
    const found = rows.push(line);
    for (const row of found) {
      if (line.isLast && row === found.at(-1) && rows.isCut(row)) throw new BrokenFeed(CUT, row.line);
      yield row;
    }
  }
  for (const row of rows.flush()) throw new BrokenFeed(CUT, row.line);
}

type ParsedRow = readonly string[] | 'unclosed' | 'broken';

const TOO_LONG = `longer than ${MAX_RECORD_CHARS} characters`;
/** A row is read anew with each line it takes, so that lines without end would cost their square. */
const MAX_ROW_LINES = 100;
const UNCLOSED = 'a quote that is never closed';
const BROKEN = 'a quote inside a quoted cell';
const CUT = 'the file ends in the middle of a row';

class CsvRowReader {
  readonly #separator: string;
  /** How many cells the last row had, and the one before it. */
  #last = 0;
  #former = 0;
  /** A row whose last quote is open, and where it began. */
  #open: { readonly text: string; readonly line: number; readonly lines: number } | undefined;
  /** How many cells the last row had: what a line must have to be a row by itself while a quote is open. */
  #width = 2;

  constructor(separator: string) {
    this.#separator = separator;
  }

  push({ number, text }: TextLine): CsvRow[] {
    if (text === undefined) return [...this.flush(), fault(number, TOO_LONG)];
    if (this.#open === undefined) return text.trim() === '' ? [] : this.#begin(number, text);
    const alone = this.#parse(text);
    if (typeof alone !== 'string' && alone.length === this.#width)
      return [...this.flush(), this.#row(number, alone)];
    const { line, lines } = this.#open;
    const joined = `${this.#open.text}\n${text}`;
    if (lines === MAX_ROW_LINES) return [...this.flush(), ...this.#begin(number, text)];
    this.#open = undefined;
    return joined.length > MAX_RECORD_CHARS ? [fault(line, TOO_LONG)] : this.#begin(line, joined, lines + 1);
  }

  /** Whether the last line of a file is only the beginning of a row. */
  isCut({ cells }: CsvRow): boolean {
    return cells === undefined || cells.length < this.#former;
  }

  flush(): CsvRow[] {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? [] : [fault(open.line, UNCLOSED)];
  }

  #begin(line: number, text: string, lines = 1): CsvRow[] {
    const parsed = this.#parse(text);
    if (parsed === 'broken') return [fault(line, BROKEN)];
    if (parsed !== 'unclosed') return [this.#row(line, parsed)];
    this.#open = { text, line, lines };
    return [];
  }

  #row(line: number, cells: readonly string[]): CsvRow {
    this.#former = this.#last;
    this.#last = cells.length;
    this.#width = cells.length;
    return { cells, fault: undefined, line };
  }

  #parse(text: string): ParsedRow {
    try {
      return parse(text, { delimiter: this.#separator, relax_column_count: true, trim: true })[0] ?? [];
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'unclosed' : (this.#splitQuoted(text) ?? 'broken');
    }
  }

  /** Quotes that should have been apostrophes do no harm where a separator of several characters stands between quotes. */
  #splitQuoted(text: string): readonly string[] | undefined {
    if (this.#separator.length === 1 || !/^".*"$/s.test(text)) return undefined;
    const cells = text.slice(1, -1).split(`"${this.#separator}"`);
    return cells.length === this.#width ? cells : undefined;
  }
}

const fault = (line: number, reason: string): CsvRow => ({ cells: undefined, fault: reason, line });
