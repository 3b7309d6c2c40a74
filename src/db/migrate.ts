import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type Connection, clientConfig } from './connection.ts';
import {
  type AppliedMigration,
  type Migration,
  MigrationRefused,
  pendingMigrations,
  readMigrations,
} from './migration-files.ts';
import { isUnavailable } from './unavailable.ts';

export interface MigrateOptions {
  readonly folder: string;
  readonly log: Log;
}

/** "gabl": one lock for each database, since PostgreSQL keeps advisory locks by database. */
const LOCK_KEY = 0x6761626c;
const LOOK_AGAIN_MS = 100;
/** A change of a busy table waits in front of every reader: better to fail and be started again than to stop the service. */
const LOCK_TIMEOUT_MS = 10_000;
const NO_TRANSACTION = /^-- no transaction\s*$/;

/**
 * Brings the database to the newest migration and returns the names applied. Any number of processes may call it at
 * once: one works, the others wait and find nothing to do.
 */
export async function migrate(connection: Connection, { folder, log }: MigrateOptions): Promise<string[]> {
  const files = readMigrations(folder);
  const client = new pg.Client({
    ...clientConfig(connection, 'gable migrate'),
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await takeLock(client);
    const pending = pendingMigrations(files, await appliedMigrations(client));
    for (const migration of pending) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'migration applied');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Asked again and again rather than waited for: a waiting session holds a snapshot, and `create index concurrently`
 * in the session that works would wait for it, each for the other.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
    if (rows[0].taken) return;
    await pause(LOOK_AGAIN_MS);
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

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (NO_TRANSACTION.test(firstLine(migration.text))) {
    for (const statement of statements(migration.text)) await send(client, statement, migration);
    await record(client, migration);
    return;
  }
  await client.query('begin');
  // On failure the session ends, and with it everything the file did.
  await send(client, migration.text, migration);
  await record(client, migration);
  await client.query('commit');
}

async function record(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
}

/** A failure names the file, and the line when PostgreSQL knows it. */
async function send(client: pg.Client, statement: string, { name, text }: Migration): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isUnavailable(error)) throw error;
    const before = text.slice(0, text.indexOf(statement) + Number(error.position));
    const line = error.position === undefined ? '' : ` line ${before.split('\n').length}`;
    throw new MigrationRefused(`migration ${name}${line}: ${error.message}`, { cause: error });
  }
}

const firstLine = (text: string) => text.slice(0, text.indexOf('\n') + 1);

/**
 * Without a transaction each statement is sent alone. A statement ends at a line that ends with a semicolon; function
 * bodies, which hold such lines, belong in an ordinary migration. If one fails those before it stay: write `if not exists`.
 */
function statements(text: string): string[] {
  return text
    .split(/;[ \t]*(?:--.*)?$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim() !== '');
}
