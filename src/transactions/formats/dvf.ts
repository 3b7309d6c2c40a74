import {
  type ColumnFormat,
  cellsOrFault,
  isFault,
  lacksColumns,
  openColumns,
} from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat, type Reading, type Refuse } from '../../imports/import.ts';
import type { TextRecord } from '../../imports/text-blocks.ts';
import type { Layout, SaleRow } from '../sale-row.ts';
import { geoDvf, rawDvf } from './dvf-columns.ts';
import { type DvfRow, sameSale } from './dvf-row.ts';
import { saleOf } from './dvf-sale.ts';
import { layoutOf } from './layout.ts';

/** Rows of one sale that stand together, and where they begin in the block. */
interface Group {
  readonly start: number;
  readonly rows: DvfRow[];
  readonly texts: string[];
}

function dvfFormat<Name extends string>(format: ColumnFormat<Name, DvfRow>) {
  return {
    name: format.name,
    lacks: lacksColumns(format),
    open(head: string): OpenFormat<SaleRow> {
      const opened = openColumns(format, head);
      if ('missing' in opened) throw new ImportFault(`line 1: ${opened.missing.join(', ')} missing`);
      const layout = layoutOf(format.name, opened.separator, opened.header);
      const readRow = (record: TextRecord): DvfRow | RowFault => {
        const cells = cellsOrFault(record, opened);
        return 'reason' in cells ? cells : format.read(cells, opened.places);
      };
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
  for (const [at, record] of records.entries()) {
    const row = readRow(record);
    const before = open?.rows[0];
    if (isFault(row)) faults.push({ fault: row, at });
    else if (open !== undefined && before !== undefined && sameSale(before, row)) {
      open.rows.push(row);
      open.texts.push(record.text);
    } else {
      if (open !== undefined) sales.push(...saleOfGroup(open, layout));
      open = { start: at, rows: [row], texts: [record.text] };
    }
  }
  if (last && open !== undefined) sales.push(...saleOfGroup(open, layout));
  // The last sale may go on in the next block.
  const putBack = last ? undefined : open?.start;
  for (const { fault, at } of faults)
    if (putBack === undefined || at < putBack) refuse(fault, records[at]?.line ?? 0);
  return putBack === undefined ? { rows: sales } : { rows: sales, putBack };
}

const saleOfGroup = ({ rows, texts }: Group, layout: Layout): SaleRow[] => {
  const sale = saleOf(rows, layout, texts.join('\n'));
  return sale === undefined ? [] : [sale];
};

export const geoDvfFormat = dvfFormat(geoDvf);
export const rawDvfFormat = dvfFormat(rawDvf);
