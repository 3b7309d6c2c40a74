import { type Db, firstRow, sql } from '../../../db/sql.ts';

/**
 * Identifies the server, its timeline and the database: transaction ids are comparable only within these. They
 * repeat after a recovery to an earlier moment and on a promoted standby. Undefined without the privilege to read
 * it.
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
