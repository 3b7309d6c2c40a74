import type { Connection } from '../../src/db/connection.ts';
import { type OpenDatabase, openDatabase, type PoolOptions } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import {
  asAdministrator,
  connectionTo,
  dropDatabase,
  ensureFrenchTemplate,
  ensureTemplate,
  joinTestServer,
  type TestServer,
} from './database-server.ts';
import { silentLog } from './log.ts';
import { recordStatements } from './record-statements.ts';
import type { TestScope } from './test-scope.ts';

export interface TestDatabase {
  readonly db: OpenDatabase;
  /** For a test that opens its own pool, listener or process. */
  readonly connection: Connection;
}

let server: Promise<TestServer> | undefined;
let users = 0;
let createdCount = 0;

/** Its own database with every migration applied, dropped when the test (or file) ends. */
export function freshDatabase(t: TestScope, options: Partial<PoolOptions> = {}): Promise<TestDatabase> {
  return databaseFrom(ensureTemplate, t, options);
}

/** The same with the divisions of France, whose loading takes 3 s of CPU in a process and as much in the server. */
export async function frenchDatabase(
  t: TestScope,
  options: Partial<PoolOptions> = {},
): Promise<TestDatabase> {
  const database = await databaseFrom(ensureFrenchTemplate, t, options);
  // A cluster has no templates.
  if (process.env[CLUSTER_VARIABLE]) await loadFrance(database.connection);
  return database;
}

/** The same without migrations, for tests of the migrations themselves. */
export function emptyDatabase(t: TestScope, options: Partial<PoolOptions> = {}): Promise<TestDatabase> {
  return databaseFrom(async () => 'template0', t, options);
}

async function databaseFrom(
  templateOn: (connection: Connection) => Promise<string>,
  t: TestScope,
  options: Partial<PoolOptions>,
): Promise<TestDatabase> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster) return clusterDatabase(cluster, t, options);
  users += 1;
  server ??= joinTestServer();
  const { connection: administrator } = await server;
  const template = await templateOn(administrator);
  createdCount += 1;
  const name = `gable_test_${process.pid}_${createdCount}`;
  await asAdministrator(administrator, (client) =>
    client.query(`create database ${name} template ${template}`),
  );
  const connection = connectionTo(administrator, name);
  const db = recordStatements(
    openDatabase(connection, { log: silentLog, applicationName: 'gable test', ...options }),
  );
  t.after(async () => {
    await db.end();
    await asAdministrator(administrator, (client) => dropDatabase(client, name));
    await leaveWhenLast();
  });
  return { db, connection };
}

async function clusterDatabase(
  coordinatorUrl: string,
  t: TestScope,
  options: Partial<PoolOptions>,
): Promise<TestDatabase> {
  const { createAccountDatabase, dropOnNodes } = await import('./citus.ts');
  createdCount += 1;
  const name = `gable_test_${process.pid}_${createdCount}`;
  const connection = { connectionString: await createAccountDatabase(coordinatorUrl, name) };
  const db = recordStatements(
    openDatabase(connection, { log: silentLog, applicationName: 'gable test', ...options }),
  );
  t.after(async () => {
    await db.end();
    await dropOnNodes(coordinatorUrl, name);
  });
  return { db, connection };
}

async function loadFrance(connection: Connection): Promise<void> {
  const { loadDivisions } = await import('../../src/geo/load.ts');
  const db = openDatabase(connection, {
    log: silentLog,
    applicationName: 'gable test',
    max: 2,
    statementTimeoutMs: MINUTE_MS,
  });
  await loadDivisions(db, systemClock, silentLog, { countryCode: 'FR' });
  await db.end();
}

async function leaveWhenLast(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  const leaving = server;
  server = undefined;
  await (await leaving)?.leave();
}
