import {
  type ColumnFormat,
  cutOrFault,
  isFault,
  lackingNotes,
  lacksColumns,
  openColumns,
} from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat, type Taker } from '../../imports/import.ts';
import type { TextRecord } from '../../imports/text-blocks.ts';
import type { Layout, SaleRow } from '../sale-row.ts';
import { SourceRows } from '../source-rows.ts';
import { geoDvf, rawDvf } from './dvf-columns.ts';
import { type DvfRow, sameSale } from './dvf-row.ts';
import { saleOf } from './dvf-sale.ts';
import { layoutOf } from './layout.ts';

/** Rows of one sale that stand together. */
interface Group {
  /** Where they begin in the block. */
  readonly start: number;
  readonly rows: DvfRow[];
  readonly records: TextRecord[];
}

function dvfFormat<Name extends string>(format: ColumnFormat<Name, DvfRow>) {
  return {
    name: format.name,
    lacks: lacksColumns(format),
    open(head: string): OpenFormat<SaleRow> {
      const opened = openColumns(format, head);
      if ('missing' in opened) throw new ImportFault(`line 1: ${opened.missing.join(', ')} missing`);
      const layout = layoutOf(format.name, opened.separator, opened.header);
      const sourceRows = new SourceRows();
      const readRow = (record: TextRecord): DvfRow | RowFault =>
        cutOrFault(record, opened) ?? format.read(opened.cells, opened.places);
      return {
        name: format.name,
        quoted: format.quoted,
        hasHeader: true,
        notes: lackingNotes(format, opened),
        read: (records, last, taker) => readSales(records, last, { readRow, layout, sourceRows, ...taker }),
      };
    },
  };
}

interface SaleReading extends Taker<SaleRow> {
  readonly readRow: (record: TextRecord) => DvfRow | RowFault;
  readonly layout: Layout;
  readonly sourceRows: SourceRows;
}

/** A sale is made as soon as the next one begins, so that its rows need not be kept: a quarter of the time went to moving them about. */
function readSales(
  records: readonly TextRecord[],
  last: boolean,
  { readRow, layout, sourceRows, take, refuse }: SaleReading,
): number | undefined {
  const takeSale = ({ rows, records }: Group): void => {
    const sale = saleOf(rows, layout, sourceRows.of(records));
    if (sale !== undefined) take(sale);
  };
  const faults: { fault: RowFault; at: number }[] = [];
  let open: Group | undefined;
  let at = -1;
  for (const record of records) {
    at += 1;
    const row = readRow(record);
    const before = open?.rows[0];
    if (isFault(row)) faults.push({ fault: row, at });
    else if (open !== undefined && before !== undefined && sameSale(before, row)) {
      open.rows.push(row);
      open.records.push(record);
    } else {
      if (open !== undefined) takeSale(open);
      open = { start: at, rows: [row], records: [record] };
    }
  }
  if (last && open !== undefined) takeSale(open);
  // The last sale may go on in the next block.
  const putBack = last ? undefined : open?.start;
  for (const { fault, at } of faults)
    if (putBack === undefined || at < putBack) refuse(fault, records[at]?.line ?? 0);
  return putBack;
}

export const geoDvfFormat = dvfFormat(geoDvf);
export const rawDvfFormat = dvfFormat(rawDvf);
