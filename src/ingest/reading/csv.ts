import { CsvError, parse } from 'csv-parse/sync';
import { EventLoopTurns } from '../../lib/event-loop-turns.ts';
import { BrokenFeed } from './broken-feed.ts';
import { MAX_RECORD_CHARS } from './limits.ts';
import { readLineBatches, type TextLine } from './lines.ts';

export interface CsvRow {
  /** The cells in order; undefined when there is a fault. */
  readonly cells: readonly string[] | undefined;
  readonly fault: string | undefined;
  /** The line where the row begins. */
  readonly line: number;
}

/** Reads the rows of a CSV file. A quoted cell may span lines. An unclosed quote loses only its own row. */
export async function* readCsvRows(text: AsyncIterable<string>, separator: string): AsyncGenerator<CsvRow> {
  const rows = new CsvRowReader(separator);
  const turns = new EventLoopTurns();
  for await (const batch of readLineBatches(text))
    for (const line of batch) {
      const complete = rows.push(line);
      for (const row of complete) {
        if (line.isLast && row === complete.at(-1) && rows.isCut(row)) throw new BrokenFeed(CUT, row.line);
        yield row;
      }
      const pause = turns.giveWay();
      if (pause !== undefined) await pause;
    }
  for (const row of rows.flush()) throw new BrokenFeed(CUT, row.line);
}

type ParsedRow = readonly string[] | 'unclosed' | 'broken';

const TOO_LONG = `longer than ${MAX_RECORD_CHARS} characters`;
/** A row is parsed again with each line it spans, which is quadratic in its lines. */
const MAX_ROW_LINES = 100;
const UNCLOSED = 'a quote that is never closed';
const BROKEN = 'a quote inside a quoted cell';
const CUT = 'the file ends in the middle of a row';

class CsvRowReader {
  readonly #separator: string;
  /** Cells of the last row and of the one before it. */
  #last = 0;
  #previous = 0;
  /** A row with an open quote, and the line where it begins. */
  #open: { readonly text: string; readonly line: number; readonly lines: number } | undefined;
  /** Cells of the last row. While a quote is open, a line with as many cells is a row of its own. */
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

  /** Whether the last row of a file is truncated. */
  isCut({ cells }: CsvRow): boolean {
    return cells === undefined || cells.length < this.#previous;
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
    this.#previous = this.#last;
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

  /** Unescaped quotes inside cells are harmless when the separator has several characters and every cell is quoted. */
  #splitQuoted(text: string): readonly string[] | undefined {
    if (this.#separator.length === 1 || !/^".*"$/s.test(text)) return undefined;
    const cells = text.slice(1, -1).split(`"${this.#separator}"`);
    return cells.length === this.#width ? cells : undefined;
  }
}

const fault = (line: number, reason: string): CsvRow => ({ cells: undefined, fault: reason, line });
