import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { COMMON_SETTINGS } from './session-settings.ts';

/**
 * The settings of its sessions with nodes that the role lacks; none on one PostgreSQL. These sessions are the coordinator's
 * and have what the role has, not what ours request. With jit a node took 1.5 times the CPU for a new listing
 * (decision 92), and in another time zone it would cut days elsewhere.
 */
const MISSING_SETTINGS = `
  select format('alter role %I in database %I set %I to %L', current_user, current_database(), name, value) as change
  from unnest($1::text[], $2::text[]) as wanted (name, value)
  where exists (select from pg_extension where extname = 'citus')
    and not exists (
      select from pg_db_role_setting
      where setrole = current_user::regrole
        and setdatabase = (select oid from pg_database where datname = current_database())
        and name || '=' || value = any (setconfig))`;

/**
 * Gives the role of the service, in this database, the settings of our sessions: Citus sends the change to every node, and
 * to one that is added later. Call it with the lock of migrations, in its transaction.
 */
export async function setNodeSessions(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ change: string }>(MISSING_SETTINGS, [
    Object.keys(COMMON_SETTINGS),
    Object.values(COMMON_SETTINGS),
  ]);
  if (rows.length === 0) return;
  const changes = rows.map(({ change }) => change).join('; ');
  await client.query('savepoint node_sessions');
  try {
    await client.query(changes);
  } catch (err) {
    await client.query('rollback to savepoint node_sessions');
    log.warn(
      { event: 'regions.node_settings', err },
      `sessions with nodes lack settings, which makes them slower; run this as their role: ${changes}`,
    );
  }
}
