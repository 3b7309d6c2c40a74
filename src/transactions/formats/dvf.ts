import {
  type ColumnFormat,
  isFault,
  missingColumnNotes,
  missingColumns,
  openColumns,
  splitCellsOrFault,
} from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat, type RowSink } from '../../imports/import.ts';
import { type TextRecord, textOf, toTextRecords } from '../../imports/text-blocks.ts';
import type { ContinuedSale, SaleRow, SourceLayout } from '../sale-row.ts';
import { SourceRows, splitSourceRows } from '../source-rows.ts';
import { geoDvf, rawDvf } from './dvf-columns.ts';
import { type DvfRow, sameSale } from './dvf-row.ts';
import { buildSaleRow } from './dvf-sale.ts';
import { createSourceLayout } from './layout.ts';
import { SeenMutations } from './seen-mutations.ts';

/** Adjacent rows of one sale. */
interface MutationGroup {
  /** The index of the first in the block. */
  readonly start: number;
  readonly first: DvfRow;
  readonly rows: DvfRow[];
  readonly records: TextRecord[];
  /** One of its rows is unreadable. */
  isBroken: boolean;
}

interface SaleParseState {
  readonly readRow: (record: TextRecord) => DvfRow | RowFault;
  /** The mutation of the last row read, as this edition names it, even where the rest of the row is broken. */
  readonly mutation: () => string;
  readonly layout: SourceLayout;
  readonly isQuoted: boolean;
  readonly sourceRows: SourceRows;
  readonly seen: SeenMutations;
  /** Mutations with a broken row: all their parts are rejected. */
  readonly broken: Set<string>;
}

function dvfFormat<Name extends string>(format: ColumnFormat<Name, DvfRow>) {
  return {
    name: format.name,
    lacks: missingColumns(format),
    open(head: string): OpenFormat<SaleRow> {
      const opened = openColumns(format, head);
      if ('missing' in opened) throw new ImportFault(`line 1: ${opened.missing.join(', ')} missing`);
      const { cells, positions } = opened;
      const at = (positions as Readonly<Record<string, number>>)['mutation'];
      const reading: SaleParseState = {
        readRow: (record) => splitCellsOrFault(record, opened) ?? format.read(cells, positions),
        mutation: () => (at === undefined ? '' : (cells.text(at) ?? '')),
        layout: createSourceLayout(format.name, opened.separator, opened.header),
        isQuoted: format.quoted,
        sourceRows: new SourceRows(),
        seen: new SeenMutations(),
        broken: new Set(),
      };
      return {
        name: format.name,
        quoted: format.quoted,
        hasHeader: true,
        notes: missingColumnNotes(format, opened),
        read: (records, last, taker) => readSales(records, last, reading, taker),
      };
    },
  };
}

/**
 * A sale is built as soon as the next one begins, so that its rows are not buffered: moving them took a quarter of the
 * time.
 */
function readSales(
  records: readonly TextRecord[],
  last: boolean,
  reading: SaleParseState,
  { add, reject }: RowSink<SaleRow>,
): number | undefined {
  const faults: { fault: RowFault; at: number }[] = [];
  const close = (group: MutationGroup): void => {
    const rejected = closeGroup(group, reading, add);
    if (rejected !== undefined) faults.push({ fault: rejected, at: group.start });
  };
  let open: MutationGroup | undefined;
  let isAfterFault = false;
  let at = -1;
  for (const record of records) {
    at += 1;
    const row = reading.readRow(record);
    if (isFault(row)) {
      faults.push({ fault: row, at });
      if (record.fault === undefined && reading.mutation() !== '') reading.broken.add(reading.mutation());
      isAfterFault = true;
      continue;
    }
    if (open !== undefined && sameSale(open.first, row)) {
      open.rows.push(row);
      open.records.push(record);
      // The text between two rows of a sale was a third row.
      open.isBroken ||= isAfterFault;
    } else {
      if (open !== undefined) close(open);
      open = { start: at, first: row, rows: [row], records: [record], isBroken: false };
    }
    isAfterFault = false;
  }
  if (last && open !== undefined) close(open);
  // The last sale may continue in the next block.
  const putBack = last ? undefined : open?.start;
  for (const { fault, at } of faults)
    if (putBack === undefined || at < putBack) reject(fault, records[at]?.line ?? 0);
  return putBack;
}

const BROKEN_SALE = 'a sale with a row that cannot be read';

/**
 * Adds the sale of a group, or returns why it is rejected as a whole: without the broken row it would be incomplete.
 */
function closeGroup(
  { first, rows, records, isBroken }: MutationGroup,
  reading: SaleParseState,
  take: RowSink<SaleRow>['add'],
): RowFault | undefined {
  if (records[0] !== undefined && records[0].line > FIRST_ROW) reading.seen.resumeAt(first.mutation);
  else reading.seen.resumeAt('');
  if (isBroken || (first.mutation !== '' && reading.broken.has(first.mutation)))
    return { reason: BROKEN_SALE, name: first.mutation || `${first.date} ${first.soldAs}` };
  const sale = buildSaleRow(rows, reading.layout, reading.sourceRows.of(records));
  if (sale === undefined) return undefined;
  const isContinued = reading.seen.add(first.mutation);
  take(isContinued ? { ...sale, continued: continuedSale(rows, records.map(textOf), reading) } : sale);
  return undefined;
}

/** The line after the header. */
const FIRST_ROW = 2;

function continuedSale(
  rows: readonly DvfRow[],
  texts: readonly string[],
  reading: SaleParseState,
): ContinuedSale {
  return {
    merge(storedRows) {
      const records = toTextRecords([...splitSourceRows(storedRows, reading.isQuoted), ...texts]);
      const read = records.map(reading.readRow);
      const [before, mine] = [read[0], rows[0]];
      if (before === undefined || mine === undefined || isFault(before) || !sameSale(before, mine))
        return undefined;
      const readable = read.filter((row): row is DvfRow => !isFault(row));
      return buildSaleRow(readable, reading.layout, reading.sourceRows.of(records));
    },
  };
}

export const geoDvfFormat = dvfFormat(geoDvf);
export const rawDvfFormat = dvfFormat(rawDvf);
