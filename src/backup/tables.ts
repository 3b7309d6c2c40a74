import type pg from 'pg';
import type { BackupSequence } from './manifest.ts';

export interface StoredTable {
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes itself. */
  readonly columns: readonly string[];
  /** Columns with transaction ids, which mean nothing to another server. */
  readonly transactionColumns: readonly string[];
  readonly parents: readonly string[];
}

/** Logged tables of the schema. An unlogged one holds what a crash may lose, so a restore may lose it too. */
const TABLES = `
  select class.relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
     where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    array(select attname::text from pg_attribute
          where attrelid = class.oid and attnum > 0 and not attisdropped and atttypid = 'xid8'::regtype)
      as "transactionColumns",
    array(select distinct parent.relname::text from pg_constraint
          join pg_class parent on parent.oid = confrelid
          where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as parents
  from pg_class class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and relpersistence = 'p' and relname <> 'migration'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
  order by relname`;

/** Every table with rows to keep, a table after those it refers to. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(TABLES);
  return parentsFirst(rows);
}

export function parentsFirst(tables: readonly StoredTable[]): StoredTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<StoredTable>();
  const add = (table: StoredTable, children: readonly string[]): void => {
    if (ordered.has(table)) return;
    if (children.includes(table.name))
      throw new Error(`tables refer to each other: ${[...children, table.name].join(', ')}`);
    for (const parent of table.parents) {
      const found = byName.get(parent);
      if (found !== undefined) add(found, [...children, table.name]);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table, []);
  return [...ordered];
}

const SEQUENCES = `
  select sequencename as name, last_value::text as "lastValue"
  from pg_sequences where schemaname = current_schema() order by sequencename`;

export async function listSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(SEQUENCES);
  return rows.map(({ name, lastValue }) => (lastValue === null ? { name } : { name, lastValue }));
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteList = (names: readonly string[]): string => names.map(quote).join(', ');
