import { randomUUID } from 'node:crypto';
import type { WorkerChannel } from '../lib/worker-channel.ts';
import {
  EngineBusy,
  type EngineRow,
  type EngineSession,
  type EngineSessions,
  type EngineValue,
} from './engine.ts';

interface StatementRequest {
  readonly session: string;
  readonly sql: string;
  readonly values: EngineValue[] | undefined;
}

interface RemoteSession {
  readonly session: EngineSession;
  readonly readings: Map<string, AsyncGenerator<EngineRow[]>>;
  /** The error of a statement; the engine decides whether it was over a limit. */
  failure?: unknown;
  end(failure: unknown): void;
  readonly ended: Promise<void>;
}

const BUSY = 'EngineBusy';
/** An error loses its class on its way to another thread, and keeps its name. */
const serializeError = (error: unknown): unknown =>
  error instanceof EngineBusy ? { name: BUSY, message: error.message } : error;
const deserializeError = (error: unknown): unknown =>
  (error as { name?: string } | null)?.name === BUSY
    ? new EngineBusy((error as { message: string }).message)
    : error;

/** Serves sessions of this thread's engine to another thread. One engine a process: its memory is bounded once. */
export function createSessionHandlers(engine: EngineSessions) {
  const sessions = new Map<string, RemoteSession>();
  const of = (id: string): RemoteSession => {
    const found = sessions.get(id);
    if (found === undefined) throw new Error('no such session is open');
    return found;
  };
  const withSession = async <Result>(
    id: string,
    work: (one: RemoteSession) => Promise<Result>,
  ): Promise<Result> => {
    const one = of(id);
    try {
      return await work(one);
    } catch (error) {
      one.failure = error;
      throw serializeError(error);
    }
  };
  return {
    'session begin': (timeoutMs: number | undefined) => beginSession(engine, timeoutMs, sessions),
    'session run': ({ session, sql, values }: StatementRequest) =>
      withSession(session, (one) => one.session.run(sql, values)),
    'session rows': ({ session, sql, values }: StatementRequest) => {
      const reading = randomUUID();
      of(session).readings.set(reading, of(session).session.rows(sql, values));
      return reading;
    },
    'session next': ({ session, reading }: { session: string; reading: string }) =>
      withSession(session, async (one) => (await one.readings.get(reading)?.next())?.value),
    'session end': async ({ session, failed }: { session: string; failed: boolean }) => {
      const one = of(session);
      sessions.delete(session);
      one.end(failed ? one.failure : undefined);
      await one.ended.catch((error) => {
        throw serializeError(error);
      });
    },
  };
}

function beginSession(
  engine: EngineSessions,
  timeoutMs: number | undefined,
  sessions: Map<string, RemoteSession>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = engine.use(
      (session) =>
        new Promise<void>((leave, fail) => {
          const id = randomUUID();
          const end = (failure: unknown): void => (failure === undefined ? leave() : fail(failure));
          sessions.set(id, { session, readings: new Map(), end, ended });
          resolve(id);
        }),
      timeoutMs,
    );
    ended.catch((error) => reject(serializeError(error)));
  });
}

/** The engine of another thread, over a channel. */
export function createRemoteEngine(folder: string, channel: Pick<WorkerChannel, 'call'>): EngineSessions {
  const ask = <Answer>(kind: string, payload: unknown): Promise<Answer> =>
    channel.call<Answer>(kind, payload).catch((error) => {
      throw deserializeError(error);
    });
  const sessionOf = (session: string): EngineSession => ({
    run: (sql, values) => ask('session run', { session, sql, values }),
    async *rows<Row>(sql: string, values?: EngineValue[]) {
      const reading = await ask<string>('session rows', { session, sql, values });
      for (;;) {
        const rows = await ask<Row[] | undefined>('session next', { session, reading });
        if (rows === undefined) return;
        yield rows;
      }
    },
  });
  return {
    folder,
    async use(work, timeoutMs) {
      const session = await ask<string>('session begin', timeoutMs);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(sessionOf(session));
      } catch (error) {
        await ask('session end', { session, failed: true });
        throw error;
      }
      await ask('session end', { session, failed: false });
      return result;
    },
  };
}
