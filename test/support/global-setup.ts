import { POSTGRES_VARIABLE } from '../../scripts/tests/postgres.ts';
import { ensureTemplate, joinTestServer, SERVER_VARIABLE, type TestServer } from './database-server.ts';
import { startDebianPostgres } from './debian-postgres.ts';

let server: TestServer | undefined;

/** Holds one server and its template for a whole run, so that test files only copy a database. */
export async function globalSetup(): Promise<void> {
  server = process.env[POSTGRES_VARIABLE] === 'debian' ? await debianServer() : await joinTestServer();
  await ensureTemplate(server.connection);
  process.env[SERVER_VARIABLE] = JSON.stringify(server.connection);
}

export async function globalTeardown(): Promise<void> {
  delete process.env[SERVER_VARIABLE];
  await server?.leave();
}

async function debianServer(): Promise<TestServer> {
  const { url, remove } = await startDebianPostgres();
  return { connection: { connectionString: url }, leave: remove };
}
