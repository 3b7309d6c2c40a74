import { type Db, identifier, joinSql, type Sql, sql } from '../db/sql.ts';

export interface MoveTarget {
  host: string;
  port: number;
}

export interface MoveOptions {
  /** Writes of the region wait for the whole move. It needs no `wal_level = logical`. */
  blockWrites?: boolean;
}

interface UnkeyedTable {
  table: string;
  /** Those that are never null: they identify a row. */
  columns: string[];
}

/** The tables of a region that are replicated by whole rows, as they have no primary key. */
const selectUnkeyedTables = (db: Db, region: string): Promise<UnkeyedTable[]> =>
  db.rows(sql`
    select relname as "table", array(select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attnotnull order by attnum) as columns
    from pg_class class
    where relnamespace = ${region}::regnamespace and relkind = 'r'
      and not exists (select from pg_index where indrelid = class.oid and indisprimary) order by relname`);

/**
 * Moves a region to another node of a Citus cluster. Rows are copied and then replicated while the region is written;
 * its writes wait at the end, until the copy has the last of them. A failed move leaves the region where it was, and can
 * be repeated.
 */
export async function moveRegion(
  db: Db,
  region: string,
  { host, port }: MoveTarget,
  { blockWrites = false }: MoveOptions = {},
): Promise<void> {
  const move = (mode: string): Promise<unknown> =>
    db.rows(sql`select citus_schema_move(${region}::regnamespace, ${host}, ${port}::int, ${mode})`);
  if (blockWrites) {
    await move('block_writes');
    return;
  }
  const unkeyed = await selectUnkeyedTables(db, region);
  const clean = async (): Promise<void> => {
    for (const table of unkeyed) await dropIdentity(db, region, table);
  };
  try {
    for (const table of unkeyed) await addIdentity(db, region, table);
    await move('auto');
  } catch (error) {
    // The reason is what counts: the next move drops what is left.
    await clean().catch(() => undefined);
    throw error;
  }
  await clean();
}

const indexName = ({ table }: UnkeyedTable): string => `${table}_moving`;
const inSchema = (region: string, name: string): Sql => sql`${identifier(region)}.${identifier(name)}`;

/**
 * By whole rows PostgreSQL 15 reads the table once for each deleted row. So the table has an index of its identity
 * during the move, and only then: decision 63 saved that index for its bytes.
 */
async function addIdentity(db: Db, region: string, unkeyed: UnkeyedTable): Promise<void> {
  await dropIdentity(db, region, unkeyed);
  const index = identifier(indexName(unkeyed));
  const table = inSchema(region, unkeyed.table);
  await db.rows(sql`
    create unique index concurrently ${index} on ${table} (${joinSql(unkeyed.columns.map(identifier), ', ')})`);
  await db.rows(sql`alter table ${table} replica identity using index ${index}`);
}

async function dropIdentity(db: Db, region: string, unkeyed: UnkeyedTable): Promise<void> {
  await db.rows(sql`alter table ${inSchema(region, unkeyed.table)} replica identity full`);
  await db.rows(sql`drop index concurrently if exists ${inSchema(region, indexName(unkeyed))}`);
}
