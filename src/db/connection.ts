import type pg from 'pg';

/** Where the database is: a configured URL, or the socket of the embedded server. Can be passed as JSON. */
export type Connection = (
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string }
) & {
  /** False: no statement is prepared, for a pooler that shares a server session among clients. */
  readonly prepare?: boolean;
  /** The schema of a region. Its tables are found first, then those of the account plane. */
  readonly region?: string;
  /** The region is on a worker of a Citus cluster; this is the coordinator. */
  readonly isOnWorker?: boolean;
};

const REGION_NAME = /^[a-z][a-z0-9_]{0,30}$/;
/** Schemas that are no region: that of the account plane and those of the server. */
const RESERVED_NAMES = /^(?:public|information_schema|pg_.*|citus.*)$/;

export const isRegionName = (name: string): boolean => REGION_NAME.test(name) && !RESERVED_NAMES.test(name);

/** Where unqualified names are looked up; undefined leaves it to the server. The name is checked: it is not quoted. */
export function searchPathOf({ region }: Connection): string | undefined {
  if (region === undefined) return undefined;
  if (!isRegionName(region)) throw new Error(`not the name of a region: ${region}`);
  return `${region}, public`;
}

/** A longer connect counts as an outage: the caller answers 503 instead of hanging. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** With libuv's ten probes a second apart, an idle connection to a lost machine is dropped in 15 s. */
const KEEP_ALIVE_AFTER_MS = 5_000;

/** Settings of all connections that every pooler accepts. */
export function clientConfig(connection: Connection, applicationName: string): pg.ClientConfig {
  const common: pg.ClientConfig = {
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  if ('connectionString' in connection) return { ...common, connectionString: connection.connectionString };
  const { host, port, user, database } = connection;
  // Explicit: the driver would otherwise use PGSSLMODE and PGPASSWORD of the shell.
  return { ...common, host, port, user, database, ssl: false, password: '' };
}
