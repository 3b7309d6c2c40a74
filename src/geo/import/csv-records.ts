import { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';

/** One row of a CSV file and the position of its end. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly end: number;
}

/** Read as Latin-1: every separator and code is ASCII, whatever the encoding of the names between them. */
const options = (separator: string): Options => ({
  delimiter: separator,
  encoding: 'latin1',
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  // A row this long has a quote that is never closed.
  max_record_size: 1024 * 1024,
});

export async function* streamCsvRecords(
  chunks: AsyncIterable<Buffer>,
  separator: string,
  start: number,
): AsyncGenerator<CsvRecord> {
  const rows = Readable.from(chunks).compose(parse({ ...options(separator), info: true }));
  for await (const { record, info } of rows) yield { cells: trimCells(record), end: start + info.bytes };
}

/** The cells of a header. A row with a stray quote is not a known header. */
export function headerCells(row: string, separator: string): string[] {
  try {
    return trimCells(parseWhole(row, options(separator))[0] ?? []);
  } catch {
    return [];
  }
}

const trimCells = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());
