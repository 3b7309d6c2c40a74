import { type Db, firstRow, sql } from '../../../db/sql.ts';
import type { Horizon } from './store.ts';

/**
 * Which server and database this is: numbers of transactions mean something in that one only, and a copy that was restored elsewhere
 * counts anew. None where we may not ask.
 */
export async function storeIdentity(db: Db): Promise<string | undefined> {
  const may = await firstRow<{ may: boolean }>(
    db,
    sql`select has_function_privilege('pg_control_system()', 'execute') as may`,
  );
  if (may?.may !== true) return undefined;
  const found = await firstRow<{ identity: string }>(
    db,
    sql`
    select system_identifier || ' ' || oid as identity from pg_control_system(), pg_database
    where datname = current_database()`,
  );
  return found?.identity;
}

/** A horizon that this server has not come to yet was told by another. */
export const isFromHere = async (db: Db, horizon: Horizon): Promise<boolean> =>
  (
    await firstRow<{ known: boolean }>(
      db,
      sql`select ${horizon}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`,
    )
  )?.known === true;
