import type pg from 'pg';
import type { BackupSequence } from './manifest.ts';

export interface StoredTable {
  /** With the schema before a point, when it is that of a region beside the default one. */
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes itself. */
  readonly columns: readonly string[];
  /** Columns with transaction ids, which mean nothing to another server. */
  readonly transactionColumns: readonly string[];
  readonly parents: readonly string[];
}

/** Logged tables of a schema. An unlogged one holds what a crash may lose, so a restore may lose it too. */
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
  where relnamespace = coalesce($1, current_schema())::regnamespace and relkind in ('r', 'p') and not relispartition
    and relpersistence = 'p' and relname <> 'migration'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
  order by relname`;

/** Every table with rows to keep, a table after those it refers to; those of the default region first. */
export async function listTables(
  client: pg.ClientBase,
  regions: readonly string[] = [],
): Promise<StoredTable[]> {
  const found: StoredTable[] = [];
  for (const region of [undefined, ...regions]) {
    const { rows } = await client.query<StoredTable>(TABLES, [region]);
    const named = rows.map((table) => ({
      ...table,
      name: qualify(region, table.name),
      parents: table.parents.map((parent) => qualify(region, parent)),
    }));
    found.push(...parentsFirst(named));
  }
  return found;
}

const qualify = (region: string | undefined, name: string): string =>
  region === undefined ? name : `${region}.${name}`;

/** The regions beside the default one; none in a database from before there were any. */
export async function listRegionNames(client: pg.ClientBase): Promise<string[]> {
  const { rows: known } = await client.query<{ known: boolean }>(
    "select to_regclass('public.region') is not null as known",
  );
  if (known[0]?.known !== true) return [];
  const { rows } = await client.query<{ name: string }>('select name from public.region order by name');
  return rows.map(({ name }) => name);
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
  from pg_sequences where schemaname = coalesce($1, current_schema()) order by sequencename`;

export async function listSequences(
  client: pg.ClientBase,
  regions: readonly string[] = [],
): Promise<BackupSequence[]> {
  const found: BackupSequence[] = [];
  for (const region of [undefined, ...regions]) {
    const { rows } = await client.query<{ name: string; lastValue: string | null }>(SEQUENCES, [region]);
    for (const { name, lastValue } of rows)
      found.push({ name: qualify(region, name), ...(lastValue === null ? {} : { lastValue }) });
  }
  return found;
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** Of a table or sequence, with its schema or without. */
export const quoteQualified = (name: string): string => name.split('.').map(quote).join('.');
export const quoteList = (names: readonly string[]): string => names.map(quote).join(', ');
