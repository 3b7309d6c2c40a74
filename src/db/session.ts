import pg from 'pg';
import { copyRows } from './copy.ts';
import type { StatementRefusals } from './refusals.ts';
import type { SessionMode } from './session-mode.ts';
import { isParameterRefusal, NO_STARTUP_PARAMETERS } from './session-settings.ts';
import type { Sql } from './sql.ts';
import { isBrokenConnection, isPoolerMixupState, isUnresponsiveConnection } from './unavailable.ts';

/** One connection of the pool in use. It records whether it may be used again. */
export interface Session {
  query(statement: Sql): Promise<pg.QueryResult>;
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
    const statement = { text, values: values as unknown[] };
    try {
      const prepared = mode.prepares() && name !== undefined;
      const result = await client.query(prepared ? { ...statement, name } : statement);
      refusals.recordSuccess(name);
      return result;
    } catch (error) {
      sound = sound && !isBrokenConnection(error) && !isStalePlan(error);
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
      sound = sound && !isBrokenConnection(error);
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
