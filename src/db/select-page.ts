import { PAGE_SIZE, pageOffset, type RowPage } from '../lib/page.ts';
import { type Db, firstRow, type Sql, sql } from './sql.ts';

/** One page of the rows of `statement`, which must have a total order. */
export async function selectPage<Row>(db: Db, statement: Sql, page: number): Promise<RowPage<Row>> {
  const [counted, rows] = await Promise.all([
    firstRow<Counted>(db, countOf(statement)),
    db.rows<Row>(sql`${statement} limit ${PAGE_SIZE} offset ${pageOffset(page)}`),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** One page over several regions, in the order of `statement`, which `compare` repeats. */
export async function selectPageOf<Row>(
  regions: readonly Db[],
  statement: Sql,
  page: number,
  compare: (one: Row, other: Row) => number,
): Promise<RowPage<Row>> {
  const [only, ...others] = regions;
  if (only !== undefined && others.length === 0) return selectPage(only, statement, page);
  const last = page * PAGE_SIZE;
  const parts = await Promise.all(
    regions.map(async (db) => ({
      rows: await db.rows<Row>(sql`${statement} limit ${last}`),
      total: (await firstRow<Counted>(db, countOf(statement)))?.total ?? 0,
    })),
  );
  const rows = parts.flatMap((part) => part.rows).sort(compare);
  return {
    rows: rows.slice(pageOffset(page), last),
    total: parts.reduce((sum, part) => sum + part.total, 0),
  };
}

interface Counted {
  total: number;
}

const countOf = (statement: Sql): Sql => sql`select count(*)::int as total from (${statement}) as matching`;
