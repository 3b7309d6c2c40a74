import type { Connection } from '../../src/db/connection.ts';
import { type OpenDatabase, openDatabase, type PoolOptions } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import {
  AdministratorSession,
  connectionTo,
  createDatabase,
  dropDatabase,
  ensureFrenchTemplate,
  ensureTemplate,
  joinTestServer,
  SERVER_VARIABLE,
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
const administrator = new AdministratorSession();
/** Templates of the server that this process uses. */
const templates = new Map<TemplateSource, Promise<string>>();

type TemplateSource = (connection: Connection) => Promise<string>;

function templateOf(source: TemplateSource, connection: Connection): Promise<string> {
  const known = templates.get(source) ?? source(connection);
  templates.set(source, known);
  known.catch(() => templates.delete(source));
  return known;
}

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
  return databaseFrom(noTemplate, t, options);
}

const noTemplate = async (): Promise<string> => 'template0';

async function databaseFrom(
  source: TemplateSource,
  t: TestScope,
  options: Partial<PoolOptions>,
): Promise<TestDatabase> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster) return clusterDatabase(cluster, t, options);
  users += 1;
  server ??= joinTestServer();
  const { connection: maintenance } = await server;
  const template = await templateOf(source, maintenance);
  createdCount += 1;
  const name = `gable_test_${process.pid}_${createdCount}`;
  await administrator.run(maintenance, (client) => createDatabase(client, name, template));
  const connection = connectionTo(maintenance, name);
  const db = recordStatements(
    openDatabase(connection, { log: silentLog, applicationName: 'gable test', ...options }),
  );
  t.after(async () => {
    await db.end();
    await administrator.run(maintenance, (client) => dropDatabase(client, name));
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
  if (process.env[SERVER_VARIABLE]) return; // the server of the whole run
  const leaving = server;
  server = undefined;
  templates.clear();
  await administrator.end();
  await (await leaving)?.leave();
}
