import pg from 'pg';

/**
 * Of every session:
 * - days begin in UTC;
 * - no jit, which takes longer to compile than our statements run;
 * - no parallel workers, so that one query takes one core and heavy ones leave cores to others (`bench -- heavy`).
 */
export const COMMON_SETTINGS = { TimeZone: 'UTC', jit: 'off', max_parallel_workers_per_gather: '0' } as const;

/** Settings of the sessions of a pool, besides the common ones. */
export interface SessionSettings {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionMs: number;
  /** Of a region; the server's own otherwise. */
  readonly searchPath?: string | undefined;
}

const searchPathOption = ({ searchPath }: SessionSettings): string =>
  searchPath === undefined ? '' : ` -c search_path=${searchPath.replaceAll(' ', '')}`;

const COMMON_OPTIONS = Object.entries(COMMON_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Sent with the connection, without a statement. Poolers refuse these or drop them. */
export const startupParameters = (settings: SessionSettings): pg.ClientConfig => ({
  options: COMMON_OPTIONS + searchPathOption(settings),
  statement_timeout: settings.statementTimeoutMs,
  idle_in_transaction_session_timeout: settings.idleInTransactionMs,
});

/** For a client that sends none. */
export const NO_STARTUP_PARAMETERS: pg.ClientConfig = {
  options: '',
  statement_timeout: false,
  idle_in_transaction_session_timeout: 0,
};

/** The same for one transaction: a pooler gives the session to other clients afterwards. */
export const setLocal = (settings: SessionSettings): string =>
  [
    ...Object.entries(COMMON_SETTINGS).map(([name, value]) => `set local ${name} = '${value}'`),
    `set local statement_timeout = ${settings.statementTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${settings.idleInTransactionMs}`,
    ...(settings.searchPath === undefined ? [] : [`set local search_path = ${settings.searchPath}`]),
  ].join('; ');

const PROTOCOL_VIOLATION = '08P01'; // PgBouncer: "unsupported startup parameter"
const FEATURE_NOT_SUPPORTED = '0A000'; // RDS Proxy: "command-line options"

/** Whether a pooler refused the startup parameters. */
export const isParameterRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === PROTOCOL_VIOLATION || error.code === FEATURE_NOT_SUPPORTED);

const milliseconds = (name: string): string =>
  `(extract(epoch from current_setting('${name}')::interval) * 1000)::float8`;

const commonNames = Object.keys(COMMON_SETTINGS) as (keyof typeof COMMON_SETTINGS)[];

/** A server may call the time zone UTC Etc/UTC. */
const CURRENT_SETTINGS = `
  select ${commonNames.map((name) => `replace(current_setting('${name}'), 'Etc/', '') as "${name}"`).join(', ')},
         replace(current_setting('search_path'), ' ', '') as search_path, ${milliseconds('statement_timeout')} as statement_timeout,
         ${milliseconds('idle_in_transaction_session_timeout')} as idle_in_transaction_session_timeout`;

/** The settings that a new session lacks. Checked once for each: a pooler drops them silently. */
export async function findMissingSettings(
  client: Pick<pg.PoolClient, 'query'>,
  settings: SessionSettings,
): Promise<string[]> {
  const [held] = (await client.query<Record<string, string | number>>(CURRENT_SETTINGS)).rows;
  const wanted: Record<string, string | number> = {
    ...COMMON_SETTINGS,
    ...(settings.searchPath === undefined ? {} : { search_path: settings.searchPath.replaceAll(' ', '') }),
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.idleInTransactionMs,
  };
  return Object.keys(wanted).filter((name) => held?.[name] !== wanted[name]);
}
