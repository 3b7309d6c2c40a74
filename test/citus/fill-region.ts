import { type Db, identifier, joinSql, type Sql, sql } from '../../src/db/sql.ts';
import { KEY_COLUMNS } from '../../src/identity/key-store.ts';

/** The tables of a home. Samples of prices are left out: they would change what the service says of real homes. */
const COPIED_TABLES = [
  'property',
  'property_search',
  'property_search_words',
  'property_search_history',
  'property_change',
  'listing',
  'listing_feature',
  'listing_key',
  'listing_photo',
  'listing_visit',
  'listing_property_history',
  'raw_history',
];

/** Ids of copies begin like this, and no others do. */
const FIRST_COPY = 'ffffffff-0000-0000-0000-000000000000';
const COPIES_PER_STATEMENT = 1_000;

const idOf = (column: string): Sql =>
  sql`('ffffffff' || substr(md5(${identifier(column)}::text || copy), 9))::uuid`;

/** What a copy has instead of the column of its original. */
const REPLACED: Readonly<Record<string, Sql>> = {
  property_id: idOf('property_id'),
  listing_id: idOf('listing_id'),
  revision_id: idOf('revision_id'),
  // No real advert is a rival of a copy.
  ...Object.fromEntries(KEY_COLUMNS.map((column) => [column.text, sql`hashtext(${column}::text || copy)`])),
  photo: sql`hashtextextended(photo::text || copy, 0)`,
  url: sql`url || '#' || copy`,
  match_due_at: sql`null::timestamptz`,
  retry_at: sql`null::timestamptz`,
};

interface CopiedTable {
  table: string;
  columns: string[];
}

const selectCopied = (db: Db): Promise<CopiedTable[]> =>
  db.rows(sql`
    select relname as "table", array(select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped order by attnum) as columns
    from pg_class class where oid = any (${COPIED_TABLES}::regclass[])`);

const keyOf = ({ columns }: CopiedTable): Sql =>
  identifier(columns.includes('property_id') ? 'property_id' : 'listing_id');

/**
 * Fills the region of a handle with copies of its homes, with all their rows, until it has so many. Its statements may
 * take minutes.
 */
export async function fillRegion(db: Db, homes: number): Promise<void> {
  const [counted] = await db.rows<{ real: number }>(sql`select count(*)::int as real from property`);
  const copies = Math.ceil(homes / Math.max(1, counted?.real ?? 0)) - 1;
  for (const copied of await selectCopied(db)) {
    const columns = joinSql(copied.columns.map(identifier), ', ');
    const values = joinSql(
      copied.columns.map((column) => REPLACED[column] ?? identifier(column)),
      ', ',
    );
    for (let from = 1; from <= copies; from += COPIES_PER_STATEMENT) {
      const to = Math.min(copies, from + COPIES_PER_STATEMENT - 1);
      // In a CTE: a bare select into a table of one shard is sent with a broken condition by Citus 13.0.3.
      await db.rows(sql`
        with made (${columns}) as materialized (
          select ${values} from ${identifier(copied.table)}, generate_series(${from}::int, ${to}::int) as copy
          where ${keyOf(copied)} < ${FIRST_COPY}::uuid
        )
        insert into ${identifier(copied.table)} (${columns}) select ${columns} from made`);
    }
  }
}

/** For each table the number of copies and a sum over their values, whatever their order. */
export async function readCopies(db: Db): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const copied of await selectCopied(db)) {
    const table = identifier(copied.table);
    const [row] = await db.rows<{ sum: string }>(sql`
      select count(*) || ' ' || coalesce(sum(hashtextextended(${table}::text, 0)), 0) as sum
      from ${table} where ${keyOf(copied)} >= ${FIRST_COPY}::uuid`);
    sums[copied.table] = row?.sum ?? '';
  }
  return sums;
}

export async function deleteCopies(db: Db): Promise<void> {
  for (const copied of await selectCopied(db))
    await db.rows(sql`delete from ${identifier(copied.table)} where ${keyOf(copied)} >= ${FIRST_COPY}::uuid`);
}
