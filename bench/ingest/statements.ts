import type { Connection } from '../../src/db/connection.ts';
import { SUPERUSER } from '../../src/db/embedded/cluster.ts';
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { benchLog, openBenchPool } from '../support/database.ts';
import { withScope } from '../support/scope.ts';

/** Only the superuser of the server may do this. */
const asSuperuser = (connection: Connection, work: (db: Db) => Promise<unknown>): Promise<unknown> =>
  withScope((scope) => work(openBenchPool(scope, { ...connection, user: SUPERUSER }, { max: 1 })));

/** Copied rows are written out before a stretch is measured, not during it. */
export const allowCheckpoints = (connection: Connection): Promise<unknown> =>
  asSuperuser(connection, (db) => db.rows(sql`grant pg_checkpoint to gable`));

/** The server of this directory counts its statements from its next start on. */
export async function countStatements(dataDir: string): Promise<void> {
  const embedded = await joinEmbeddedServer({ dataDir, log: benchLog });
  await asSuperuser(embedded.connection, async (db) => {
    await db.rows(sql`create extension pg_stat_statements`);
    await db.rows(sql`grant pg_read_all_stats to gable`);
    await db.rows(sql`grant execute on function pg_stat_statements_reset to gable`);
    await db.rows(sql`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await db.rows(sql`alter system set pg_stat_statements.track_planning = on`);
  });
  await embedded.leave();
}

/** Where the database's time went since the last reset: wall time, so only the shares count beside other processes. */
export async function printStatements(db: Db, listings: number): Promise<void> {
  const rows = await db.rows<{
    each: number;
    planning: number;
    calls: number;
    given: number;
    text: string;
  }>(sql`
    select total_exec_time / ${listings}::float8 as each, total_plan_time / ${listings}::float8 as planning, calls,
           rows / ${listings}::float8 as given,
           left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 24`);
  for (const { each, planning, calls, given, text } of rows)
    console.log(
      `      ${each.toFixed(3)} ms + ${planning.toFixed(3)} (${calls} calls, ${given.toFixed(1)} rows a listing) ${text}`,
    );
  await db.rows(sql`select pg_stat_statements_reset()`);
}
