import type pg from 'pg';

/** Where the database is: a URL a person configured, or the socket of our own server. Plain enough to pass as JSON. */
export type Connection = (
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string }
) & {
  /** False: no statement is prepared, for a pooler that lends a server session to several clients. */
  readonly prepare?: boolean;
};

/** A connect that takes longer is an outage: the caller answers 503 rather than hang. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** With libuv's ten probes a second apart, an idle link to a vanished machine is dropped in 15 s. */
const KEEP_ALIVE_AFTER_MS = 5_000;

/** What every connection of ours has in common, and any pooler takes. */
export function clientConfig(connection: Connection, applicationName: string): pg.ClientConfig {
  const common: pg.ClientConfig = {
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  if ('connectionString' in connection) return { ...common, connectionString: connection.connectionString };
  const { host, port, user, database } = connection;
  // Said, not left out: the driver would else take PGSSLMODE and PGPASSWORD of a stranger's shell.
  return { ...common, host, port, user, database, ssl: false, password: '' };
}
