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
  /** What a statement failed with: whether it was too much is judged by the engine. */
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

/** What a thread that lends sessions of its engine answers to one that borrows them. One engine a process: its memory is bounded once. */
export function createSessionHandlers(engine: EngineSessions) {
  const lent = new Map<string, RemoteSession>();
  const of = (id: string): RemoteSession => {
    const found = lent.get(id);
    if (found === undefined) throw new Error('no such session is lent');
    return found;
  };
  const kept = async <Result>(id: string, work: (one: RemoteSession) => Promise<Result>): Promise<Result> => {
    const one = of(id);
    try {
      return await work(one);
    } catch (error) {
      one.failure = error;
      throw serializeError(error);
    }
  };
  return {
    'session begin': (longestMs: number | undefined) => beginSession(engine, longestMs, lent),
    'session run': ({ session, sql, values }: StatementRequest) =>
      kept(session, (one) => one.session.run(sql, values)),
    'session rows': ({ session, sql, values }: StatementRequest) => {
      const reading = randomUUID();
      of(session).readings.set(reading, of(session).session.rows(sql, values));
      return reading;
    },
    'session next': ({ session, reading }: { session: string; reading: string }) =>
      kept(session, async (one) => (await one.readings.get(reading)?.next())?.value),
    'session end': async ({ session, failed }: { session: string; failed: boolean }) => {
      const one = of(session);
      lent.delete(session);
      one.end(failed ? one.failure : undefined);
      await one.ended.catch((error) => {
        throw serializeError(error);
      });
    },
  };
}

function beginSession(
  engine: EngineSessions,
  longestMs: number | undefined,
  lent: Map<string, RemoteSession>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = engine.use(
      (session) =>
        new Promise<void>((leave, fail) => {
          const id = randomUUID();
          const end = (failure: unknown): void => (failure === undefined ? leave() : fail(failure));
          lent.set(id, { session, readings: new Map(), end, ended });
          resolve(id);
        }),
      longestMs,
    );
    ended.catch((error) => reject(serializeError(error)));
  });
}

/** The engine of another thread, at the end of a line. */
export function createRemoteEngine(folder: string, line: Pick<WorkerChannel, 'call'>): EngineSessions {
  const ask = <Answer>(kind: string, given: unknown): Promise<Answer> =>
    line.call<Answer>(kind, given).catch((error) => {
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
    async use(work, longestMs) {
      const session = await ask<string>('session begin', longestMs);
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
