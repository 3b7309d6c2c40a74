import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig } from '../../src/db/connection.ts';
import { readProcessIdentity } from '../../src/db/embedded/process.ts';
import { type EmbeddedServer, joinEmbeddedServer } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/migration-files.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { sql } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { silentLog } from './log.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

/** Set by the global setup for the test processes it starts. */
export const SERVER_VARIABLE = 'GABLE_TEST_SERVER';

/** On a busy machine a load takes longer than our statement timeout. */
const CONNECT_OPTIONS = { statementTimeoutMs: 60_000 };

export interface TestServer {
  readonly connection: Connection;
  leave(): Promise<void>;
}

/**
 * The server for tests: TEST_DATABASE_URL, the one of the global setup, or our own. Our own has one directory on the machine,
 * shared by all runs: the first starts it, the last stops it, and the next one takes over what a killed run left
 * behind.
 */
export async function joinTestServer(): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { connection: { connectionString: url }, leave: async () => {} };
  const held = process.env[SERVER_VARIABLE];
  if (held) return { connection: JSON.parse(held) as Connection, leave: async () => {} };
  const server = await joinEmbedded(join(tmpdir(), `gable-test-${process.geteuid?.() ?? 'user'}`));
  await dropLeftovers(server.connection);
  return server;
}

/** Without fsync a power cut may corrupt the files. Nothing in them is worth keeping. */
async function joinEmbedded(dataDir: string): Promise<EmbeddedServer> {
  const options = { dataDir, log: silentLog, durable: false };
  try {
    return await joinEmbeddedServer(options);
  } catch {
    rmSync(dataDir, { recursive: true, force: true });
    return joinEmbeddedServer(options);
  }
}

export async function asAdministrator<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(clientConfig(connection, 'gable test'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The driver's own methods; its types lack them. */
type Referenced = pg.Client & { ref(): void; unref(): void };

/**
 * A session of this process for creating and dropping databases: one for each of them takes 10 ms of CPU, and a test uses
 * three. While it is idle it keeps no process alive.
 */
export class AdministratorSession {
  #client: Promise<pg.Client> | undefined;
  #users = 0;

  async run<Result>(connection: Connection, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    this.#client ??= this.#open(connection);
    const client = await this.#client;
    this.#users += 1;
    (client as Referenced).ref();
    try {
      return await work(client);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) (client as Referenced).unref();
    }
  }

  async end(): Promise<void> {
    const ending = this.#client;
    this.#client = undefined;
    const client = await ending?.catch(() => undefined);
    // Its goodbye must be awaited: without this a process with nothing else to do ends before it.
    (client as Referenced | undefined)?.ref();
    await client?.end();
  }

  async #open(connection: Connection): Promise<pg.Client> {
    const forget = () => {
      this.#client = undefined;
    };
    const client = new pg.Client(clientConfig(connection, 'gable test'));
    client.on('error', forget).on('end', forget);
    return client.connect().then(
      () => client,
      (error) => {
        forget();
        throw error;
      },
    );
  }
}

const DROP_ATTEMPTS = 50;
const REFUSED = ['42501', '55006'];

/**
 * Ends all sessions of the database. Only a superuser may end the server's vacuum, and `force` fails on it; without `force` the
 * server ends its vacuum itself, and fails on any other session.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const force = attempt % 2 === 1 ? 'with (force)' : '';
    try {
      await client.query(`drop database if exists ${name} ${force}`);
      return;
    } catch (error) {
      const refused = REFUSED.includes((error as { code?: string }).code ?? '');
      if (!refused || attempt === DROP_ATTEMPTS) throw error;
      await setTimeout(100);
    }
  }
}

/** The name of a migrated template database; created on first use, and again when a migration changes. */
export function ensureTemplate(connection: Connection): Promise<string> {
  return ensureNamed(connection, templateName(), 'template0', (draft) =>
    migrate(draft, { folder: MIGRATIONS, log: silentLog }),
  );
}

/** The same with the divisions of France; created when the first test needs it. */
export async function ensureFrenchTemplate(connection: Connection): Promise<string> {
  const { loadDivisions } = await import('../../src/geo/load.ts');
  const { frenchPlacesPath, savePlaces } = await import('./french-places.ts');
  const template = await ensureTemplate(connection);
  return ensureNamed(connection, frenchTemplateName(), template, async (draft) => {
    const db = openDatabase(draft, { log: silentLog, applicationName: 'gable test', ...CONNECT_OPTIONS });
    await loadDivisions(db, systemClock, silentLog, 'FR');
    await db.rows(sql`analyze`);
    await savePlaces(frenchPlacesPath(frenchTemplateName()), db);
    await db.end();
  });
}

export const frenchTemplateName = (): string => templateName('_fr');

export function templateName(suffix = ''): string {
  const hash = createHash('sha256');
  for (const { name, sha256 } of readMigrations(MIGRATIONS)) hash.update(`${name} ${sha256}\n`);
  return `gable_template_${hash.digest('hex').slice(0, 16)}${suffix}`;
}

/** Filled under another name, so that an interrupted one is not mistaken for a complete one. */
function ensureNamed(
  connection: Connection,
  name: string,
  from: string,
  fill: (draft: Connection) => Promise<unknown>,
): Promise<string> {
  return asAdministrator(connection, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const draft = `${name}_draft`;
      await dropDatabase(client, draft);
      await createDatabase(client, draft, from);
      await fill(connectionTo(connection, draft));
      await client.query(`alter database ${draft} rename to ${name}`);
    }
    return name;
  });
}

/** Copying the files takes half of the CPU that writing them to the log takes, which is the default of the server. */
export async function createDatabase(client: pg.Client, name: string, template: string): Promise<void> {
  await client.query(`create database ${name} template ${template} strategy file_copy`);
}

export function connectionTo(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Databases of killed test processes. */
async function dropLeftovers(connection: Connection): Promise<void> {
  await asAdministrator(connection, async (client) => {
    const { rows } = await client.query(
      `select datname from pg_database where datname like 'gable\\_test\\_%'`,
    );
    for (const { datname } of rows as { datname: string }[]) {
      if (readProcessIdentity(Number(datname.split('_')[2])) !== undefined) continue;
      await dropDatabase(client, datname);
    }
  });
}
