import pg from 'pg';

/** Failures of the socket. ENOENT and EAGAIN (its queue is full) count only when connecting to a Unix socket. */
const SOCKET_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

const STATEMENT_TIMEOUT = '57014';
const READ_ONLY = '25006';

/** SQLSTATEs of an unavailable server (appendix A of its manual). */
const SQL_STATES = new Set([
  READ_ONLY, // a demoted primary, or a disk that is nearly full
  '26000', // a prepared statement that a pooler left with another session
  '42P05', // and one that it brought from another: none is prepared from then on
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock_timeout
  STATEMENT_TIMEOUT,
  '57P01', // shut down by its operator, or this session was terminated
  '57P02', // another session crashed
  '57P03', // starting up or shutting down
  '57P05', // idle_session_timeout
]);
const CONNECTION_EXCEPTION_CLASS = '08';

const UNRESPONSIVE_CONNECTION = 'Query read timeout';

/**
 * pg and pg-pool distinguish these by text only; `unavailable.test.ts` provokes each one it can on the pinned version.
 */
const DRIVER_MESSAGES = new Set([
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  UNRESPONSIVE_CONNECTION,
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** The database is not ready and migrated yet. */
export class DatabaseNotReadyError extends Error {
  constructor() {
    super('the database is not ready yet');
  }
}

/** Whether an error means that the database is unavailable. The API answers 503 for these and never 500. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseNotReadyError) return true;
  if (error instanceof pg.DatabaseError) return isUnavailableState(error.code ?? '');
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && SOCKET_CODES.has(code)) return true;
  if (syscall === 'connect') return code === 'ENOENT' || code === 'EAGAIN';
  return DRIVER_MESSAGES.has(error.message);
}

/** The signs of a pooler that mixes prepared statements. */
export const isPoolerMixupState = (state: string): boolean => state === '26000' || state === '42P05';

function isUnavailableState(state: string): boolean {
  return SQL_STATES.has(state) || state.startsWith(CONNECTION_EXCEPTION_CLASS);
}

/** The statement timed out: the database is available, and the query is too expensive for it now. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === STATEMENT_TIMEOUT;
}

/** Our own guard ended the wait: the server would have answered `57014` earlier, so the connection is dead. */
export function isUnresponsiveConnection(error: unknown): boolean {
  return error instanceof Error && error.message === UNRESPONSIVE_CONNECTION;
}

/**
 * Whether a session opened while the database was read-only wrote: such a session keeps that setting, whatever becomes
 * of the database.
 */
export function isReadOnlySession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY;
}

/** Whether the connection cannot be used again. An ordinary SQL error leaves it usable. */
export function isBrokenConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL';
}
