import { ImportFault } from '../geo/import/json-records.ts';
import { Cells, splitCells } from './cells.ts';
import { type RowFault, rowFault } from './fault.ts';
import { type ColumnPositions, detectSeparator, findColumnPositions } from './header.ts';
import type { OpenFormat } from './import.ts';
import { findTextFault, type TextRecord } from './text-blocks.ts';

/** A format of lines with a header: its columns with all their names, and how a row is parsed. */
export interface ColumnFormat<Name extends string, Row> {
  readonly name: string;
  readonly columns: Readonly<Record<Name, readonly string[]>>;
  /** Without these columns a file is not of this format. */
  readonly required: readonly Name[];
  /** Whether cells may be quoted. */
  readonly quoted: boolean;
  read(cells: Cells, positions: ColumnPositions<Name>): Row | RowFault;
}

export interface OpenColumns<Name extends string> {
  readonly header: readonly string[];
  readonly separator: string;
  readonly positions: ColumnPositions<Name>;
  readonly cells: Cells;
}

type AnyFormat = ColumnFormat<string, unknown>;

/** The header of a file in this format, or the required columns that it lacks. */
export function openColumns<Name extends string, Row>(
  format: ColumnFormat<Name, Row>,
  head: string,
): OpenColumns<Name> | { missing: Name[] } {
  const line = head.slice(0, head.includes('\n') ? head.indexOf('\n') : undefined).replace(/\r$/, '');
  const separator = detectSeparator(line);
  const header = splitCells(line, separator);
  const positions = findColumnPositions(header, format.columns);
  const missing = format.required.filter((name) => positions[name] < 0);
  if (missing.length > 0) return { missing };
  return { header, separator, positions, cells: new Cells(header, separator) };
}

/**
 * The named format, or the one that the header shows. A wrong name is refused with the right one, when there is one.
 */
export function chooseFormat<
  Format extends { readonly name: string; lacks(head: string): readonly string[] },
>(formats: readonly Format[], head: string, named: string | undefined): Format {
  const shown = formats.find((format) => format.lacks(head).length === 0);
  if (named === undefined) {
    if (shown !== undefined) return shown;
    const names = formats.map(({ name }) => name).join(', ');
    throw new ImportFault(
      `line 1: no known format; name one of ${names} with --format to see what is missing`,
    );
  }
  const format = formats.find(({ name }) => name === named);
  if (format === undefined)
    throw new ImportFault(
      `there is no format ${named}; known: ${formats.map(({ name }) => name).join(', ')}`,
    );
  const lacking = format.lacks(head);
  if (lacking.length === 0) return format;
  const rather = shown === undefined ? '' : `; the file looks like ${shown.name}`;
  const columns = lacking.length === 1 ? 'the column' : 'the columns';
  throw new ImportFault(`line 1: not ${named}: ${columns} ${lacking.join(', ')} missing${rather}`);
}

export const missingColumns =
  (format: Pick<AnyFormat, 'columns' | 'required' | 'name' | 'quoted' | 'read'>) =>
  (head: string): string[] => {
    const opened = openColumns(format, head);
    return 'missing' in opened ? opened.missing.map((name) => format.columns[name]?.[0] ?? name) : [];
  };

/**
 * Splits a row into its cells, which are valid until the next call. A row with another number of columns is a fault.
 */
export function splitCellsOrFault(
  { source, from, end, fault }: TextRecord,
  { header, cells }: Pick<OpenColumns<string>, 'header' | 'cells'>,
): RowFault | undefined {
  const count = cells.split(source, from, end);
  if (fault !== undefined) {
    // A quote that is never closed extends its cell to the end.
    const column = cells.columnOf(count, (bytes) => findTextFault(bytes) === fault) ?? header[count - 1];
    return rowFault(fault, column);
  }
  if (count === header.length) return undefined;
  const column = count < header.length ? header[count] : undefined;
  return rowFault(`not ${header.length} columns`, column, `${count} columns`);
}

export const isFault = (row: object): row is RowFault => 'reason' in row;

/** Notes on optional columns that the file lacks, by their usual names. */
export function missingColumnNotes<Name extends string>(
  { columns }: Pick<ColumnFormat<Name, unknown>, 'columns'>,
  { positions }: OpenColumns<Name>,
): string[] {
  const absent = (Object.keys(columns) as Name[]).filter((name) => positions[name] < 0);
  const names = absent.map((name) => columns[name][0] ?? name);
  return names.length === 0 ? [] : [`columns that the file lacks: ${names.join(', ')}`];
}

/** A format in which every row is independent. */
export function openRows<Name extends string, Row extends object>(
  format: ColumnFormat<Name, Row>,
  head: string,
): OpenFormat<Row> {
  const opened = openColumns(format, head);
  if ('missing' in opened)
    throw new ImportFault(`line 1: the columns ${opened.missing.join(', ')} are missing`);
  const { cells, positions } = opened;
  return {
    name: format.name,
    quoted: format.quoted,
    hasHeader: true,
    notes: missingColumnNotes(format, opened),
    read(records, _, { add, reject }) {
      for (const record of records) {
        const row = splitCellsOrFault(record, opened) ?? format.read(cells, positions);
        if (isFault(row)) reject(row, record.line);
        else add(row);
      }
      return undefined;
    },
  };
}
