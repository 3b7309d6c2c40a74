import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type Connection, clientConfig, searchPathOf } from './connection.ts';
import {
  type AppliedMigration,
  type Migration,
  MigrationRefused,
  pendingMigrations,
  readMigrations,
} from './migration-files.ts';
import { statementsOfPlane } from './migration-planes.ts';
import { setNodeSessions } from './node-sessions.ts';
import { type FileStatement, splitStatements, withoutComments } from './split-statements.ts';
import { isUnavailable } from './unavailable.ts';

export interface MigrateOptions {
  readonly folder: string;
  readonly log: Log;
  /** The last migration to apply, for a database that is restored from an older backup. */
  readonly through?: string;
}

/** "gabl": one lock for each database, since advisory locks are local to a database. */
const LOCK_KEY = 0x6761626c;
const POLL_INTERVAL_MS = 100;
/** A lock request on a busy table blocks every reader behind it: failing and restarting is better. */
const LOCK_TIMEOUT_MS = 10_000;
const NO_TRANSACTION = /^-- no transaction\s*$/;
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently if not exists (\w+) on /i;
const INVALID_INDEXES = `
  select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
  where relname = any ($1::text[]) and relnamespace = current_schema()::regnamespace and not indisvalid`;

/**
 * One transaction has what a session cannot have behind a pooler: the lock, UTC, and timeouts for migrations.
 */
const BEGIN = `begin; set local timezone = 'UTC'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}`;

interface PlannedMigration extends Migration {
  /** All, or those of the region plane. */
  readonly statements: readonly FileStatement[];
}

type PlanMigration = (file: Migration) => PlannedMigration;

/**
 * A region has the tables of the region plane. Functions are found in the account plane, which comes first. Files are split
 * into statements when one is applied: most starts apply none, and all of them take 25 ms of CPU.
 */
function createPlanner(files: readonly Migration[], { region }: Connection): PlanMigration {
  let ofRegion: ReadonlyMap<string, readonly FileStatement[]> | undefined;
  return (file) => {
    if (region !== undefined) ofRegion ??= statementsOfPlane(files, 'region');
    return { ...file, statements: ofRegion?.get(file.name) ?? splitStatements(file.text) };
  };
}

/**
 * Applies the missing migrations and returns their names. Any number of processes may call it at once: one works, the
 * others wait and find nothing to do. With a region it applies them to the schema of the region, which has its own table
 * of applied migrations.
 */
export async function migrate(
  connection: Connection,
  { folder, log, through }: MigrateOptions,
): Promise<string[]> {
  const files = readMigrations(folder).filter(({ name }) => through === undefined || name <= through);
  const plan = createPlanner(files, connection);
  return withClient(connection, async (client) => {
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, { files, plan, log }, connection);
      if (name === undefined) return applied;
      log.info({ event: 'migration.applied', migration: name }, 'migration applied');
      applied.push(name);
    }
  });
}

async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(clientConfig(connection, 'gable migrate'));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Applies the first missing migration, under the lock of one transaction. On failure the session ends, and rolls back.
 */
async function applyNext(
  client: pg.Client,
  { files, plan, log }: { files: readonly Migration[]; plan: PlanMigration; log: Log },
  connection: Connection,
): Promise<string | undefined> {
  await beginLocked(client, connection);
  const [pending] = pendingMigrations(files, await appliedMigrations(client));
  const file = files.find(({ name }) => name === pending?.name);
  if (file === undefined) {
    await setNodeSessions(client, log);
    await client.query('commit');
    return undefined;
  }
  const next = plan(file);
  // This transaction has the lock and no snapshot meanwhile: `concurrently` does not wait for it.
  if (runsWithoutTransaction(next))
    await withClient(connection, (other) => applyWithoutTransaction(other, next, searchPathOf(connection)));
  else await runStatements(client, next);
  await recordMigration(client, next);
  await client.query('commit');
  return next.name;
}

/**
 * Polls instead of waiting: a waiting session has a snapshot, and `create index concurrently` in the working session
 * would wait for it, a deadlock.
 */
async function beginLocked(client: pg.Client, connection: Connection): Promise<void> {
  const searchPath = searchPathOf(connection);
  const begin = searchPath === undefined ? BEGIN : `${BEGIN}; set local search_path = ${searchPath}`;
  for (;;) {
    await client.query(begin);
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as locked', [LOCK_KEY]);
    if (rows[0].locked) {
      if (connection.region !== undefined)
        await client.query(`create schema if not exists ${connection.region}`);
      return;
    }
    await client.query('rollback');
    await pause(POLL_INTERVAL_MS);
  }
}

async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(`
    create table if not exists migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query('select name, sha256 from migration order by name');
  return rows as AppliedMigration[];
}

const runsWithoutTransaction = ({ text }: Migration): boolean => NO_TRANSACTION.test(firstLine(text));

/**
 * The timeouts are those of the session here: behind a pooler such a file needs a direct URL of the database. After a
 * failure earlier statements stay, and the next start runs the whole file again: each must be safe to repeat.
 */
async function applyWithoutTransaction(
  client: pg.Client,
  migration: PlannedMigration,
  searchPath: string | undefined,
): Promise<void> {
  if (searchPath !== undefined) await client.query(`set search_path = ${searchPath}`);
  await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await dropInvalidIndexes(client, migration);
  await runStatements(client, migration);
  await client.query('reset statement_timeout; reset lock_timeout; reset search_path');
}

async function recordMigration(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
}

/**
 * An interrupted `create index concurrently` leaves an index that answers nothing, and that `if not exists` would keep.
 */
async function dropInvalidIndexes(client: pg.Client, { statements }: PlannedMigration): Promise<void> {
  const names = statements.flatMap(
    (statement) => CONCURRENT_INDEX.exec(withoutComments(statement.text))?.[1] ?? [],
  );
  const { rows } = await client.query<{ name: string }>(INVALID_INDEXES, [names]);
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
}

/** The error has the file, and the line when PostgreSQL reports it. */
async function runStatements(client: pg.Client, { name, text, statements }: PlannedMigration): Promise<void> {
  for (const statement of statements) {
    try {
      await client.query(statement.text);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || isUnavailable(error)) throw error;
      const before = text.slice(0, statement.offset + Number(error.position));
      const line = error.position === undefined ? '' : ` line ${before.split('\n').length}`;
      throw new MigrationRefused(`migration ${name}${line}: ${error.message}`, { cause: error });
    }
  }
}

const firstLine = (text: string) => text.slice(0, text.indexOf('\n') + 1);
