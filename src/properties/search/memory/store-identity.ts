import { type Db, firstRow, sql } from '../../../db/sql.ts';
import type { Horizon } from './store.ts';

/**
 * Which server and database this is, and since when it counts as it does: numbers of transactions mean something in that one only, and
 * after a recovery to an earlier moment, or on a standby that took over, they are given again. None where we may not ask.
 */
export async function readStoreIdentity(db: Db): Promise<string | undefined> {
  const may = await firstRow<{ may: boolean }>(
    db,
    sql`
    select has_function_privilege('pg_control_system()', 'execute')
       and has_function_privilege('pg_control_checkpoint()', 'execute') as may`,
  );
  if (may?.may !== true) return undefined;
  const found = await firstRow<{ identity: string }>(
    db,
    sql`
    select system_identifier || ' ' || timeline_id || ' ' || oid as identity
    from pg_control_system(), pg_control_checkpoint(), pg_database
    where datname = current_database()`,
  );
  return found?.identity;
}

/** A horizon that this server has not come to yet was told by another. */
export const isKnownHorizon = async (db: Db, horizon: Horizon): Promise<boolean> =>
  (
    await firstRow<{ known: boolean }>(
      db,
      sql`select ${horizon}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`,
    )
  )?.known === true;
