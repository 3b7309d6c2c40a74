import { PAGE_SIZE, pageOffset, type RowPage } from '../lib/page.ts';
import { type Db, firstRow, type Sql, sql } from './sql.ts';

/** One page of the rows of `statement`, which must have a total order. */
export async function selectPage<Row>(db: Db, statement: Sql, page: number): Promise<RowPage<Row>> {
  const [counted, rows] = await Promise.all([
    firstRow<{ total: number }>(db, sql`select count(*)::int as total from (${statement}) as matching`),
    db.rows<Row>(sql`${statement} limit ${PAGE_SIZE} offset ${pageOffset(page)}`),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
