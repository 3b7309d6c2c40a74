import { isDistributed } from '../db/distribution.ts';
import { TABLES_KEYED_BY_ACCOUNT } from '../db/planes.ts';
import { type Db, sql } from '../db/sql.ts';

/** Few enough to be asked at once, and enough to be divided among as many nodes. */
export const DEFAULT_SHARDS = 32;

/** All rows of an account are on one node: they are placed with this table. */
const FIRST = 'event_destination';

/**
 * Distributes what grows with customers over the nodes of a Citus cluster, by account. Writes of a table wait while its
 * rows are moved. Safe to repeat: tables that are distributed already stay as they are. Returns those that were moved.
 */
export async function distributeAccounts(db: Db, shards: number): Promise<string[]> {
  const moved: string[] = [];
  for (const table of [FIRST, ...TABLES_KEYED_BY_ACCOUNT.filter((name) => name !== FIRST)]) {
    if (await isDistributed(db, table)) continue;
    await (table === FIRST
      ? db.rows(sql`
          select create_distributed_table(${table}::regclass, 'account_id', colocate_with => 'none',
            shard_count => ${shards}::int)`)
      : db.rows(sql`
          select create_distributed_table(${table}::regclass, 'account_id', colocate_with => ${FIRST})`));
    moved.push(table);
  }
  // Called on the node of the rows that it renders.
  await db.rows(sql`select create_distributed_function('claimed_notification(event_notification, boolean)')`);
  return moved;
}
