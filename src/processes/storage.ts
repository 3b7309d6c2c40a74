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
  /** Refuses as unavailable until `prepare` is done, so that a process may answer its probes while it waits. */
  db: OpenDatabase;
  /** For whoever needs sessions of its own, such as a thread. */
  connection: Connection;
  /** Waits for the database and brings it to this version's schema. */
  prepare(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATABASE_PREPARE' | 'DATA_DIR' | 'DATABASE_SESSIONS'
>;

/** The database of the settings: yours, or an embedded one that is joined when it runs and started when not. */
export async function openStorage(
  settings: DatabaseSettings,
  told: { log: Log; applicationName: string; statementTimeoutMs?: number },
): Promise<Storage> {
  const { connection, leave } = await connectDatabase(settings, told.log);
  const { db, open } = createGatedDatabase(
    openDatabase(connection, { ...told, max: settings.DATABASE_SESSIONS }),
  );
  return {
    connection,
    db,
    async prepare(signal) {
      const step = async (): Promise<void> => {
        await waitForDatabase(connection, { log: told.log, signal });
        await migrate(connection, { folder: MIGRATIONS, log: told.log });
      };
      await retryWhileBusy(step, { log: told.log, signal });
      open();
    },
    async close() {
      await db.end();
      await leave();
    },
  };
}

/** Refuses as unavailable until it is opened. */
export function createGatedDatabase(pool: OpenDatabase): { db: OpenDatabase; open(): void } {
  let ready = false;
  const whenReady =
    <Arguments extends unknown[], Result>(ask: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (!ready) throw new DatabaseNotReadyError();
      return ask(...given);
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
