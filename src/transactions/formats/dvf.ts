import {
  type ColumnFormat,
  cellsOrFault,
  isFault,
  lacksColumns,
  openColumns,
} from '../../imports/columns.ts';
import type { RowFault } from '../../imports/fault.ts';
import { ImportFault, type OpenFormat } from '../../imports/import.ts';
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
        read(records, last, refuse) {
          const { groups, faults } = grouped(records, readRow);
          // The last sale may go on in the next block.
          const open = last ? undefined : groups.pop()?.start;
          for (const { fault, at } of faults)
            if (open === undefined || at < open) refuse(fault, records[at]?.line ?? 0);
          const rows = groups.flatMap((group) => saleOfGroup(group, layout));
          return open === undefined ? { rows } : { rows, putBack: open };
        },
      };
    },
  };
}

function grouped(records: readonly TextRecord[], readRow: (record: TextRecord) => DvfRow | RowFault) {
  const groups: Group[] = [];
  const faults: { fault: RowFault; at: number }[] = [];
  for (const [at, record] of records.entries()) {
    const row = readRow(record);
    const open = groups.at(-1);
    const [before] = open?.rows ?? [];
    if (isFault(row)) faults.push({ fault: row, at });
    else if (open !== undefined && before !== undefined && sameSale(before, row)) {
      open.rows.push(row);
      open.texts.push(record.text);
    } else groups.push({ start: at, rows: [row], texts: [record.text] });
  }
  return { groups, faults };
}

const saleOfGroup = ({ rows, texts }: Group, layout: Layout): SaleRow[] => {
  const sale = saleOf(rows, layout, texts.join('\n'));
  return sale === undefined ? [] : [sale];
};

export const geoDvfFormat = dvfFormat(geoDvf);
export const rawDvfFormat = dvfFormat(rawDvf);
