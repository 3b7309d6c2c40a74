import type { DirectorySize } from '../lib/directory-sizes.ts';
import { type Db, sql } from './sql.ts';

/** The files of a table, in bytes. */
export interface TableSize {
  readonly table: string;
  /** Rows without the texts that are stored apart. */
  readonly rows: number;
  /** Long texts, compressed (TOAST). */
  readonly texts: number;
  /** By name, the largest first. */
  readonly indexes: Readonly<Record<string, number>>;
}

/** The tables of the service, the largest first. Partitions are parts of their table. */
export async function readDiskUsage(db: Db): Promise<TableSize[]> {
  const rows = await db.rows<TableSize>(sql`
    with own as (
      select oid, coalesce(pg_partition_root(oid), oid) as root from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
    ), indexed as (
      select own.root, index_root.relname as name, sum(pg_total_relation_size(indexrelid)) as size
      from own join pg_index on indrelid = own.oid
      join pg_class as index_root on index_root.oid = coalesce(pg_partition_root(indexrelid), indexrelid)
      group by own.root, index_root.relname
    )
    select relname as "table",
           sum(pg_relation_size(own.oid))::float8 as rows,
           sum(pg_table_size(own.oid) - pg_relation_size(own.oid))::float8 as texts,
           (select coalesce(json_object_agg(name, size order by size desc), '{}') from indexed
            where indexed.root = own.root) as indexes
    from own join pg_class on pg_class.oid = own.root
    group by own.root, relname
    order by sum(pg_total_relation_size(own.oid)) desc, relname`);
  return rows;
}

const MEGABYTE = 2 ** 20;
/** Smaller tables are summed up. */
const MIN_SHOWN_BYTES = MEGABYTE;

const sumIndexes = ({ indexes }: TableSize): number =>
  Object.values(indexes).reduce((sum, size) => sum + size, 0);
const sumTable = (table: TableSize): number => table.rows + table.texts + sumIndexes(table);

export interface DiskUsage {
  readonly properties: number;
  readonly tables: readonly TableSize[];
  /** Files outside of the database. */
  readonly directories: readonly DirectorySize[];
}

/** A table of sizes for a terminal. */
export function formatDiskUsage({ properties, tables, directories }: DiskUsage): string {
  const each = (bytes: number): string => (properties === 0 ? '-' : (bytes / properties).toFixed(0));
  const line = (name: string, bytes: number): string =>
    `${name.padEnd(44)} ${(bytes / MEGABYTE).toFixed(1).padStart(10)} MB ${each(bytes).padStart(8)} bytes a property`;
  const shown = tables.filter((table) => sumTable(table) >= MIN_SHOWN_BYTES);
  const others = tables.filter((table) => sumTable(table) < MIN_SHOWN_BYTES);
  const sum = (list: readonly TableSize[]): number => list.reduce((total, one) => total + sumTable(one), 0);
  return [
    `${properties} properties`,
    ...shown.flatMap((table) => [
      line(table.table, sumTable(table)),
      line('  rows', table.rows),
      line('  texts', table.texts),
      ...Object.entries(table.indexes).map(([name, size]) => line(`  index ${name}`, size)),
    ]),
    line(`${others.length} smaller tables`, sum(others)),
    ...directories.map(({ directory, bytes }) => line(`files of ${directory}`, bytes)),
    line('together', sum(tables) + directories.reduce((total, { bytes }) => total + bytes, 0)),
  ].join('\n');
}
