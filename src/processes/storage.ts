import { join } from 'node:path';
import type { Connection } from '../db/connection.ts';
import { joinEmbeddedServer } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/pool.ts';
import { DatabaseNotReadyError } from '../db/unavailable.ts';
import { waitForDatabase } from '../db/wait.ts';
import type { Log } from '../lib/log.ts';
import { retryWhileBusy } from './retry-busy.ts';
import type { Settings } from './settings.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

export interface Storage {
  /** Rejects as unavailable until `prepare` is done, so that a process can answer probes while it waits. */
  db: OpenDatabase;
  /** For threads, which open sessions of their own. */
  connection: Connection;
  /** Waits for the database and applies the migrations. */
  prepare(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATABASE_PREPARE' | 'DATA_DIR' | 'DATABASE_SESSIONS'
>;

/** The configured database, or the embedded one, which is started unless it runs. */
export async function openStorage(
  settings: DatabaseSettings,
  options: { log: Log; applicationName: string; statementTimeoutMs?: number },
): Promise<Storage> {
  const { connection, leave } = await connectDatabase(settings, options.log);
  const { db, open } = createGatedDatabase(
    openDatabase(connection, { ...options, max: settings.DATABASE_SESSIONS }),
  );
  return {
    connection,
    db,
    async prepare(signal) {
      const step = async (): Promise<void> => {
        await waitForDatabase(connection, { log: options.log, signal });
        await migrate(connection, { folder: MIGRATIONS, log: options.log });
      };
      await retryWhileBusy(step, { log: options.log, signal });
      open();
    },
    async close() {
      await db.end();
      await leave();
    },
  };
}

/** A database that rejects as unavailable until it is opened. */
export function createGatedDatabase(pool: OpenDatabase): { db: OpenDatabase; open(): void } {
  let ready = false;
  const whenReady =
    <Arguments extends unknown[], Result>(query: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (!ready) throw new DatabaseNotReadyError();
      return query(...given);
    };
  return {
    db: {
      ...pool,
      rows: whenReady(pool.rows) as OpenDatabase['rows'],
      transaction: whenReady(pool.transaction) as OpenDatabase['transaction'],
    },
    open() {
      ready = true;
    },
  };
}

async function connectDatabase(
  { DATABASE_URL, DATABASE_PREPARE, DATA_DIR }: DatabaseSettings,
  log: Log,
): Promise<{ connection: Connection; leave: () => Promise<void> }> {
  if (DATABASE_URL !== undefined) {
    const connection = { connectionString: DATABASE_URL, prepare: DATABASE_PREPARE === 'on' };
    return { connection, leave: async () => undefined };
  }
  return joinEmbeddedServer({ dataDir: DATA_DIR, log });
}
