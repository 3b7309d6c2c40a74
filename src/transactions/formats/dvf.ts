import { type ColumnFormat, cutOrFault, isFault, lacksColumns, openColumns } from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat, type Reading, type Refuse } from '../../imports/import.ts';
import type { TextRecord } from '../../imports/text-blocks.ts';
import type { Layout, SaleRow } from '../sale-row.ts';
import { geoDvf, rawDvf } from './dvf-columns.ts';
import { type DvfRow, sameSale } from './dvf-row.ts';
import { saleOf } from './dvf-sale.ts';
import { layoutOf } from './layout.ts';

/** Rows of one sale that stand together. */
interface Group {
  /** Where they begin in the block. */
  readonly start: number;
  readonly rows: DvfRow[];
  /** Their text: what was gathered, and the stretch of the block that goes on. */
  gathered: string;
  from: number;
  end: number;
}

function dvfFormat<Name extends string>(format: ColumnFormat<Name, DvfRow>) {
  return {
    name: format.name,
    lacks: lacksColumns(format),
    open(head: string): OpenFormat<SaleRow> {
      const opened = openColumns(format, head);
      if ('missing' in opened) throw new ImportFault(`line 1: ${opened.missing.join(', ')} missing`);
      const layout = layoutOf(format.name, opened.separator, opened.header);
      const readRow = (record: TextRecord): DvfRow | RowFault =>
        cutOrFault(record, opened) ?? format.read(opened.cells, opened.places);
      return {
        name: format.name,
        quoted: format.quoted,
        hasHeader: true,
        notes: [],
        read: (records, last, refuse) => readSales(records, last, { readRow, layout, refuse }),
      };
    },
  };
}

interface SaleReading {
  readonly readRow: (record: TextRecord) => DvfRow | RowFault;
  readonly layout: Layout;
  readonly refuse: Refuse;
}

/** A sale is made as soon as the next one begins, so that its rows need not be kept: a quarter of the time went to moving them about. */
function readSales(
  records: readonly TextRecord[],
  last: boolean,
  { readRow, layout, refuse }: SaleReading,
): Reading<SaleRow> {
  const sales: SaleRow[] = [];
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
      goOn(open, record);
    } else {
      if (open !== undefined) addSale(sales, open, layout, record.source);
      open = { start: at, rows: [row], gathered: '', from: record.from, end: record.end };
    }
  }
  if (last && open !== undefined) addSale(sales, open, layout, records[0]?.source ?? '');
  // The last sale may go on in the next block.
  const putBack = last ? undefined : open?.start;
  for (const { fault, at } of faults)
    if (putBack === undefined || at < putBack) refuse(fault, records[at]?.line ?? 0);
  return putBack === undefined ? { rows: sales } : { rows: sales, putBack };
}

/** Rows that follow each other are one stretch of the block, which need not be put together. */
function goOn(group: Group, { source, from, end }: TextRecord): void {
  if (from !== group.end + 1) {
    group.gathered += `${source.slice(group.from, group.end)}\n`;
    group.from = from;
  }
  group.end = end;
}

function addSale(
  sales: SaleRow[],
  { rows, gathered, from, end }: Group,
  layout: Layout,
  source: string,
): void {
  const sale = saleOf(rows, layout, gathered + source.slice(from, end));
  if (sale !== undefined) sales.push(sale);
}

export const geoDvfFormat = dvfFormat(geoDvf);
export const rawDvfFormat = dvfFormat(rawDvf);
