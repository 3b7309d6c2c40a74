import pg from 'pg';
import { monotonicMs } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { bindValues } from './array-text.ts';
import { copyRows } from './copy.ts';
import {
  findMissingSettings,
  isParameterRefusal,
  NO_STARTUP_PARAMETERS,
  type SessionSettings,
  setLocal,
} from './session-settings.ts';
import type { Sql } from './sql.ts';
import {
  isBrokenConnection,
  isPoolerMixupState,
  isReadOnlySession,
  isUnresponsiveConnection,
} from './unavailable.ts';

/** One connection of the pool in use. It records whether it may be used again. */
export interface Session {
  query(statement: Sql): Promise<pg.QueryResult>;
  /** Of a transaction in a region on a worker. */
  readonly runsOnNode?: boolean;
  copy(statement: string, rows: Buffer): Promise<void>;
  isSound(): boolean;
  release(): void;
}

export interface SessionPool {
  readonly connect: () => Promise<Session>;
  readonly mode: SessionMode;
}

export function createSessionPool(
  pool: pg.Pool,
  mode: SessionMode,
  refusals: StatementRefusals,
): SessionPool {
  const idle = idleClients(pool);
  return { mode, connect: async () => openSession(await connect(pool), { mode, refusals, idle }) };
}

/** Connects without startup parameters to a pooler that refuses them. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!isParameterRefusal(error)) throw error;
    Object.assign(pool.options, NO_STARTUP_PARAMETERS);
    return pool.connect();
  }
}

interface SessionContext {
  readonly mode: SessionMode;
  readonly refusals: StatementRefusals;
  readonly idle: ReadonlySet<pg.PoolClient>;
}

function openSession(client: pg.PoolClient, { mode, refusals, idle }: SessionContext): Session {
  let sound = true;
  const ask = async ({ text, values, name }: Sql): Promise<pg.QueryResult> => {
    const statement = { text, values: bindValues(values) };
    try {
      const prepared = mode.prepares() && name !== undefined;
      const result = await client.query(prepared ? { ...statement, name } : statement);
      refusals.recordSuccess(name);
      return result;
    } catch (error) {
      sound = sound && !isBrokenConnection(error) && !isStalePlan(error) && !isReadOnlySession(error);
      if (isUnresponsiveConnection(error)) dropAll(idle);
      refusals.recordError(name, error);
      if (isPoolerMixup(error)) mode.stopPreparing(error);
      if ((isStalePlan(error) || isPoolerMixup(error)) && client.getTransactionStatus() === 'I')
        return client.query(statement);
      throw error;
    }
  };
  const copy = async (statement: string, rows: Buffer): Promise<void> => {
    await copyRows(client, statement, rows).catch((error: unknown) => {
      sound = sound && !isBrokenConnection(error) && !isReadOnlySession(error);
      throw error;
    });
  };
  return { query: ask, copy, isSound: () => sound, release: () => client.release(!sound) };
}

/** A migration changed the result type of a cached plan. A new session has no plan. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** A pooler switched the server session: it lacks the statement, or has it from another client. */
function isPoolerMixup(error: unknown): boolean {
  return error instanceof pg.DatabaseError && isPoolerMixupState(error.code ?? '');
}

/** One dead connection means that its idle neighbours are dead too: each would cost a caller the full timeout. */
function dropAll(idle: ReadonlySet<pg.PoolClient>): void {
  for (const client of [...idle]) {
    client.connection.stream.destroy();
    // The pool removes a client at its error; that of the socket comes a moment too late.
    client.emit('error', new Error('Connection terminated unexpectedly'));
  }
}

function idleClients(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_, client) => idle.add(client));
  pool.on('error', (_, client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  return idle;
}

/** How the sessions of a pool are used. A pooler in between is detected by what it drops. */
interface SessionMode {
  prepares(): boolean;
  /** A server session lacks a statement that this one prepared, or has it from another client. */
  stopPreparing(cause: unknown): void;
  /** Settings do not stay with a session: each transaction sets them, and a single statement gets one. */
  setsPerTransaction(): boolean;
  /** Checks whether a new session has the settings. */
  check(client: Pick<pg.PoolClient, 'query'>): Promise<void>;
  /** The first statement of a transaction. */
  begin(isolation: string): string;
}

export function createSessionMode(prepare: boolean, settings: SessionSettings, log: Log): SessionMode {
  let prepares = prepare;
  let setsPerTransaction = false;
  return {
    prepares: () => prepares,
    stopPreparing(cause) {
      if (prepares) {
        log.warn(
          { event: 'database.prepare_off', err: cause },
          'a pooler mixes prepared statements of several clients: none are prepared from now on; set DATABASE_PREPARE=off',
        );
      }
      prepares = false;
    },
    setsPerTransaction: () => setsPerTransaction,
    async check(client) {
      if (setsPerTransaction) return;
      const missing = await findMissingSettings(client, settings);
      if (missing.length === 0 || setsPerTransaction) return;
      setsPerTransaction = true;
      log.warn(
        { event: 'database.settings_per_transaction', missing },
        'sessions do not have the settings given with the connection: they are made in each transaction',
      );
    },
    begin(isolation) {
      const begin = isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`;
      return setsPerTransaction ? `${begin}; ${setLocal(settings)}` : begin;
    },
  };
}

/** A statement refused this long, without a success, is not refused by chance. */
const MAX_REFUSED_MS = 60_000;

/**
 * Neither our values nor an outage: a grant, table, column or function is missing, or the server is read-only. 42P05
 * comes from poolers.
 */
const isRefusal = (state: string): boolean => /^(?:42|XX|25006)/.test(state) && state !== '42P05';

interface RefusedStatement {
  firstMs: number;
  lastMs: number;
  state: string;
}

/**
 * Fixed statements that the database refuses. Statements built from a request are not counted: the request of one
 * customer must not make a process unready.
 */
export class StatementRefusals {
  readonly #nowMs: () => number;
  readonly #refusedByName = new Map<string, RefusedStatement>();

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  recordError(name: string | undefined, error: unknown): void {
    const { code } = error as { code?: unknown };
    if (name === undefined || typeof code !== 'string' || !isRefusal(code)) return;
    const lastMs = this.#nowMs();
    const { firstMs = lastMs } = this.#refusedByName.get(name) ?? {};
    this.#refusedByName.set(name, { firstMs, lastMs, state: code });
  }

  recordSuccess(name: string | undefined): void {
    if (this.#refusedByName.size > 0 && name !== undefined) this.#refusedByName.delete(name);
  }

  /**
   * The SQLSTATE of a statement refused for a minute, and again within the last one. A statement not run since is
   * unknown.
   */
  findLasting(): string | undefined {
    const now = this.#nowMs();
    for (const { firstMs, lastMs, state } of this.#refusedByName.values()) {
      if (lastMs - firstMs >= MAX_REFUSED_MS && now - lastMs < MAX_REFUSED_MS) return state;
    }
    return undefined;
  }
}
