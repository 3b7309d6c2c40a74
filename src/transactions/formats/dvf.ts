import { type BlockText, blockText, givenWithin, type Stretch } from '../../imports/block-text.ts';
import { type ColumnFormat, cutOrFault, isFault, lacksColumns, openColumns } from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat, type Taker } from '../../imports/import.ts';
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
  readonly source: BlockText;
  from: number;
  end: number;
  /** The text of those before the stretch of the block that goes on, if anything stands between. */
  gathered: string;
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
        read: (records, last, taker) => readSales(records, last, { readRow, layout, ...taker }),
      };
    },
  };
}

interface SaleReading extends Taker<SaleRow> {
  readonly readRow: (record: TextRecord) => DvfRow | RowFault;
  readonly layout: Layout;
}

/** A sale is made as soon as the next one begins, so that its rows need not be kept: a quarter of the time went to moving them about. */
function readSales(
  records: readonly TextRecord[],
  last: boolean,
  { readRow, layout, take, refuse }: SaleReading,
): number | undefined {
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
      if (open !== undefined) takeSale(open, layout, take);
      const { source, from, end } = record;
      open = { start: at, rows: [row], source, from, end, gathered: '' };
    }
  }
  if (last && open !== undefined) takeSale(open, layout, take);
  // The last sale may go on in the next block.
  const putBack = last ? undefined : open?.start;
  for (const { fault, at } of faults)
    if (putBack === undefined || at < putBack) refuse(fault, records[at]?.line ?? 0);
  return putBack;
}

/** Rows that follow each other are one stretch of the block, which need not be put together. */
function goOn(group: Group, { from, end }: TextRecord): void {
  if (from !== group.end + 1) {
    group.gathered += `${givenWithin(group.source, group.from, group.end)}\n`;
    group.from = from;
  }
  group.end = end;
}

function takeSale(group: Group, layout: Layout, take: (sale: SaleRow) => void): void {
  const sale = saleOf(group.rows, layout, group.gathered === '' ? group : putTogether(group));
  if (sale !== undefined) take(sale);
}

function putTogether({ gathered, source, from, end }: Group): Stretch {
  const whole = blockText(Buffer.from(gathered + givenWithin(source, from, end)));
  return { source: whole, from: 0, end: whole.bytes.length };
}

export const geoDvfFormat = dvfFormat(geoDvf);
export const rawDvfFormat = dvfFormat(rawDvf);
