import type { Socket } from 'node:net';
import pg from 'pg';
import { clientConfig } from '../connection.ts';
import { SUPERUSER } from './cluster.ts';
import { SOCKET_PORT } from './server.ts';

/**
 * One connection that each Gable process has open while it uses the server. It shows the others that we are present,
 * and its end shows us that the server died.
 */
export interface Presence {
  /** Resolves when the connection ends, for any reason. */
  readonly lost: Promise<void>;
  /** True when no other process is present, once we are not counted. */
  withdraw(): Promise<boolean>;
}

const PRESENCE_QUERY = 'gable present';
const WITHDRAWN = 'gable withdrawn';

/** Role and database of the service. The role is no superuser, so no statement can read files. */
export const OWNER = 'gable';

export async function registerPresence(socketFolder: string): Promise<Presence> {
  const client = new pg.Client({
    ...clientConfig(
      { host: socketFolder, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' },
      PRESENCE_QUERY,
    ),
    query_timeout: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  try {
    await client.connect();
    await ensureDatabase(client);
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  // Presence alone must not prevent the process from exiting.
  clientSocket(client).unref();
  return { lost, withdraw: () => withdraw(client) };
}

const clientSocket = (client: pg.Client) => client.connection.stream as Socket;

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [OWNER],
  );
  if (!rows[0].role) await client.query(`create role ${OWNER} login createdb`);
  // To cut the write-ahead log after the removal of a listing.
  await client.query(`grant pg_checkpoint to ${OWNER}`);
  if (!rows[0].database) await client.query(`create database ${OWNER} owner ${OWNER}`);
}

async function withdraw(client: pg.Client): Promise<boolean> {
  clientSocket(client).ref();
  // The server lists a session for a moment after its client is gone; the name shows that it is leaving.
  await client.query(`set application_name = '${WITHDRAWN}'`);
  const { rows } = await client.query(
    'select count(*)::int as present from pg_stat_activity where application_name = $1',
    [PRESENCE_QUERY],
  );
  await client.end();
  return rows[0].present === 0;
}
