import { type Db, sql } from './sql.ts';

/** A key that a distributed database could not enforce, or an entry that names nothing. */
export interface UndistributedKey {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
}

/**
 * The primary and unique keys that lack their table's distribution column. Citus refuses such a key, since rows with
 * the same key could lie on two machines. `tables` maps a table to the column it is distributed by.
 */
export function findUndistributedKeys(
  db: Db,
  tables: Readonly<Record<string, string>>,
): Promise<UndistributedKey[]> {
  return db.rows<UndistributedKey>(sql`
    select wanted.name as "table", coalesce(key.name, '(no such column)') as key,
           coalesce(key.columns, array[wanted.distribution_column]) as columns
    from unnest(${Object.keys(tables)}::text[], ${Object.values(tables)}::text[]) as wanted (name, distribution_column)
    left join pg_attribute attribute
      on attribute.attrelid = to_regclass(quote_ident(wanted.name)) and attribute.attname = wanted.distribution_column
    left join lateral (
      select class.relname::text as name,
             array(select pg_get_indexdef(index.indexrelid, position, true)
                   from generate_series(1, index.indnkeyatts::int) as position) as columns
      from pg_index index join pg_class class on class.oid = index.indexrelid
      where index.indrelid = attribute.attrelid and index.indisunique
    ) key on true
    where attribute.attname is null or not wanted.distribution_column = any (key.columns)
    order by wanted.name, key.name`);
}

/** Whether a table is distributed over the nodes of a Citus cluster. */
export async function isDistributed(db: Db, table: string): Promise<boolean> {
  const [extension] = await db.rows(sql`select 1 from pg_extension where extname = ${'citus'}`);
  if (extension === undefined) return false;
  const [entry] = await db.rows(sql`
    select 1 from pg_dist_partition where logicalrelid = ${table}::regclass and partmethod = 'h'`);
  return entry !== undefined;
}
