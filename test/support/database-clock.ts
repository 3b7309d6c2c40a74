import type { Connection } from '../../src/db/connection.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { sql } from '../../src/db/sql.ts';
import { freshDatabase } from './database.ts';
import { silentLog } from './log.ts';
import type { TestScope } from './test-scope.ts';

/** A database whose `clock_timestamp()` stands still until a test moves it, with the monotonic clock of its clients. */
export class ClockedDatabase {
  readonly db: OpenDatabase;
  #nowMs: number;

  constructor(db: OpenDatabase, nowMs: number) {
    this.db = db;
    this.#nowMs = nowMs;
  }

  /** Milliseconds of the epoch. */
  nowMs(): number {
    return this.#nowMs;
  }

  /** The database first: a client that asks meanwhile sees its slots end early, never late. */
  async advance(ms: number): Promise<void> {
    await this.db.rows(sql`update moved.clock set moment = moment + make_interval(secs => ${ms / 1_000})`);
    this.#nowMs += ms;
  }

  async advanceTo(toMs: number): Promise<void> {
    await this.advance(Math.max(0, toMs - this.#nowMs));
  }
}

/** Functions of the search path hide those of the system that are named after them in it. */
export async function clockedDatabase(t: TestScope, nowMs: number): Promise<ClockedDatabase> {
  const { db, connection } = await freshDatabase(t, { max: 1 });
  for (const statement of [
    sql`create schema moved`,
    sql`create table moved.clock as select to_timestamp(${nowMs / 1_000}::double precision) as moment`,
    sql`create function moved.clock_timestamp() returns timestamptz language sql volatile as 'select moment from moved.clock'`,
    sql`do $$ begin execute format('alter database %I set search_path = moved, public, pg_catalog', current_database()); end $$`,
  ])
    await db.rows(statement);
  return new ClockedDatabase(openMoved(t, connection), nowMs);
}

/** Sessions that begin after the search path was set. */
function openMoved(t: TestScope, connection: Connection): OpenDatabase {
  const db = openDatabase(connection, { log: silentLog, applicationName: 'gable test' });
  t.after(() => db.end());
  return db;
}
