import { type Db, firstRow, sql } from '../../db/sql.ts';

/** What the server knows of the search table. */
export interface TableFacts {
  /** Its size as last analyzed. A table that other nodes have is of unknown size. */
  readonly rows: number;
  /** The columns of each btree: conditions on these alone are counted without the rows. */
  readonly indexes: readonly ReadonlySet<string>[];
}

const VALID_MS = 60_000;
const factsOfDatabases = new WeakMap<Db, { readonly facts: TableFacts; readonly readAt: number }>();

export async function readTableFacts(db: Db): Promise<TableFacts> {
  const now = performance.now();
  const known = factsOfDatabases.get(db);
  if (known !== undefined && now - known.readAt < VALID_MS) return known.facts;
  const [table, indexes] = await Promise.all([readRows(db), readIndexes(db)]);
  const facts = {
    rows: table !== undefined && table.rows > 0 ? table.rows : Infinity,
    indexes: indexes.map(({ columns }) => new Set(columns)),
  };
  factsOfDatabases.set(db, { facts, readAt: now });
  return facts;
}

const readRows = (db: Db): Promise<{ rows: number } | undefined> =>
  firstRow(db, sql`select reltuples::float8 as rows from pg_class where oid = 'property_search'::regclass`);

const readIndexes = (db: Db): Promise<{ columns: string[] }[]> =>
  db.rows(sql`
    select array_agg(attname::text) as columns
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam and amname = 'btree'
    join pg_attribute on attrelid = indexrelid
    where indrelid = 'property_search'::regclass
    group by indexrelid`);
