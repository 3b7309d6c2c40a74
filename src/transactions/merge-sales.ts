import { type BulkDb, sql } from '../db/sql.ts';
import type { ByteSpan } from '../imports/block-text.ts';
import type { SaleRow } from './sale-row.ts';
import { wideCellsAround } from './squares.ts';

/** A copy of the rows of a sale, which reading the next one overwrites. */
export const copySpan = ({ bytes, from, end }: ByteSpan): ByteSpan => {
  const own = Buffer.from(bytes.subarray(from, end));
  return { bytes: own, from: 0, end: own.length };
};

export type ContinuedSaleRow = SaleRow & Required<Pick<SaleRow, 'continued'>>;

/** The sale merged with its stored rows, in whatever commune of the department the first of them is. */
export async function mergeStoredRows(
  db: BulkDb,
  sale: ContinuedSaleRow,
): Promise<{ sale: SaleRow; storedId: string } | undefined> {
  const stored = await db.rows<{ id: string; rows: string }>(sql`
    select sale_id as id, source_rows as rows from sale
    where wide_cell = any (${wideCellsAround(sale)}::integer[]) and date_mutation = ${sale.dateMutation}
      and source = ${sale.source.charAt(0)}::"char" and layout_id = ${sale.layout.id}
      and nature = ${sale.nature} and price_cents is not distinct from ${sale.priceCents ?? null}`);
  for (const { id, rows } of stored) {
    const whole = sale.continued.merge(rows);
    if (whole !== undefined) return { sale: whole, storedId: id };
  }
  return undefined;
}
