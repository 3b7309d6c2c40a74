import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '../lib/backoff.ts';
import type { Log } from '../lib/log.ts';
import { columnTypes } from './column-types.ts';
import { CONNECT_TIMEOUT_MS, type Connection, clientConfig, searchPathOf } from './connection.ts';
import { createNodeFunctions, type NodeFunctions } from './node-functions.ts';
import { openNodeTransaction } from './node-transaction.ts';
import {
  createSessionMode,
  createSessionPool,
  type Session,
  type SessionPool,
  StatementRefusals,
} from './session.ts';
import { type SessionSettings, startupParameters } from './session-settings.ts';
import type { BulkDb, Database, Db, Sql, TransactionOptions } from './sql.ts';

export interface PoolOptions {
  readonly log: Log;
  /** Shown in pg_stat_activity, for operators. */
  readonly applicationName: string;
  readonly max?: number;
  /** How long to wait for a free or a new session. */
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Measures how long statements are refused. */
  readonly monotonicMs?: () => number;
}

export interface OpenDatabase extends Database {
  /** Lets running statements finish. Later callers get an error: the database is unavailable. */
  end(): Promise<void>;
  /** For the metrics: sessions open, sessions idle, callers waiting for one. */
  counts(): { total: number; idle: number; waiting: number };
  /** For the readiness probe: the SQLSTATE of a statement that the database refuses for a minute. */
  refused(): string | undefined;
}

const MAX_SESSIONS = 10;
/** With the connect timeout of 5 s and the guard below no caller waits 10 s. */
const STATEMENT_TIMEOUT_MS = 4_000;
/** The server ends a slow statement itself; only a dead connection is still silent this much later. */
const SILENCE_GUARD_MS = 500;
/** A frozen process must not hold its locks. */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** A restart of the server breaks every idle session at once: it is logged once. */
const QUIET_MS = 5_000;

export function openDatabase(connection: Connection, options: PoolOptions): OpenDatabase {
  const settings: SessionSettings = {
    statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
    searchPath: searchPathOf(connection),
  };
  const mode = createSessionMode(connection.prepare ?? true, settings, options.log);
  const pool = newPool(connection, options, settings);
  // Before the first statement, which the limits apply to as well.
  pool.options.onConnect = (client) => mode.check(client);
  const refusals = new StatementRefusals(options.monotonicMs);
  const lender = createSessionPool(pool, mode, refusals);
  let ended: Promise<void> | undefined;
  const rows = <Row>(statement: Sql): Promise<Row[]> => runOnce<Row>(lender, statement);
  const node = openNode(connection, rows, options);
  return {
    isOnWorker: connection.isOnWorker,
    rows,
    transaction: (work, transactionOptions) =>
      inTransaction(node === undefined ? lender : withNode(lender, node), work, transactionOptions),
    end: () => {
      ended ??= pool.end();
      return ended;
    },
    refused: () => {
      const state = refusals.findLasting();
      return state === undefined ? undefined : `SQLSTATE ${state}`;
    },
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

function openNode(
  { region, isOnWorker }: Connection,
  rows: Db['rows'],
  { log, monotonicMs }: PoolOptions,
): NodeFunctions | undefined {
  if (region === undefined || !isOnWorker) return undefined;
  return createNodeFunctions({ region, db: { rows }, log, nowMs: monotonicMs });
}

const withNode = ({ connect, mode }: SessionPool, node: NodeFunctions): SessionPool => ({
  mode,
  connect: async () => openNodeTransaction(node, await connect()),
});

function newPool(connection: Connection, options: PoolOptions, settings: SessionSettings): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(connection, options.applicationName),
    ...startupParameters(settings),
    max: options.max ?? MAX_SESSIONS,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: settings.statementTimeoutMs + SILENCE_GUARD_MS,
    types: columnTypes,
  });
  // Without a listener the error of an idle session, or of an idle transaction, would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  let quietUntil = 0;
  pool.on('error', (error) => {
    // A session that was ended here: a server that stops meanwhile, as after a command, ends it too.
    if (pool.ending || performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    options.log.warn({ event: 'database.session_lost', err: error }, 'lost an idle database session');
  });
  return pool;
}

type Work<Result> = (db: BulkDb) => Promise<Result>;

const SERIALISATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const RETRY_BACKOFF = { firstMs: 10, capMs: 200 };

/**
 * Runs the work between begin and commit. Retried only on request: the work must then have no effect outside of the
 * database.
 */
async function inTransaction<Result>(
  lender: SessionPool,
  work: Work<Result>,
  { retries = 0, isolation = 'read committed' }: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const session = await lender.connect();
    try {
      return await attemptOnce(session, work, lender.mode.begin(isolation));
    } catch (error) {
      if (attempt >= retries || !isConflict(error)) throw error;
    } finally {
      session.release();
    }
    await pause(backoffMs(attempt, RETRY_BACKOFF));
  }
}

/** A single statement. Where settings do not stay with a session it gets a transaction that sets them. */
async function runOnce<Row>(lender: SessionPool, statement: Sql): Promise<Row[]> {
  const session = await lender.connect();
  try {
    if (!lender.mode.setsPerTransaction()) return (await session.query(statement)).rows as Row[];
    const begin = lender.mode.begin('read committed');
    return await attemptOnce(session, (db) => db.rows<Row>(statement), begin);
  } finally {
    session.release();
  }
}

async function attemptOnce<Result>(session: Session, work: Work<Result>, begin: string): Promise<Result> {
  const lane = openSerialQueue(session);
  await session.query(plain(begin));
  try {
    const result = await work(lane.db);
    await lane.close();
    await commit(session);
    return result;
  } catch (error) {
    await lane.close();
    if (session.isSound()) await session.query(plain('rollback')).catch(() => {});
    throw error;
  }
}

/** PostgreSQL answers `commit` with `ROLLBACK`, and no error, when a statement failed before it. */
async function commit(session: Session): Promise<void> {
  const { command } = await session.query(plain('commit'));
  if (command !== 'COMMIT')
    throw new Error('nothing was committed: the work went on after a failed statement');
}

/**
 * A connection runs one statement at a time, so concurrent statements run one after another. Once closed it refuses: a
 * forgotten `await` must not write into the next transaction of the session.
 */
function openSerialQueue(session: Session) {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (closed) throw new Error('this transaction has ended: a statement was not awaited');
    const answer = last.then(ask);
    last = answer.catch(() => {});
    return answer;
  };
  const db: BulkDb = {
    ...(session.runsOnNode ? { runsOnNode: true } : {}),
    rows: async <Row>(statement: Sql) => (await inTurn(() => session.query(statement))).rows as Row[],
    copy: async (statement, rows) => inTurn(() => session.copy(statement, rows)),
  };
  const close = async () => {
    closed = true;
    await last;
  };
  return { db, close };
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === SERIALISATION_FAILURE || error.code === DEADLOCK)
  );
}

const plain = (text: string): Sql => ({ text, values: [] });
