import { join } from 'node:path';
import type { Connection } from '../db/connection.ts';
import { ensureEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/pool.ts';
import { waitForDatabase } from '../db/wait.ts';
import type { Log } from '../lib/log.ts';
import type { Settings } from './settings.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

export interface Storage {
  db: OpenDatabase;
  connection: Connection;
  close(): Promise<void>;
}

/** The database of the settings, up, migrated and pooled. An embedded one is joined when it runs, started when not. */
export async function openStorage(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_SESSIONS'>,
  told: { log: Log; applicationName: string; signal?: AbortSignal },
): Promise<Storage> {
  const { connection, leave } = await place(settings, told.log);
  try {
    await waitForDatabase(connection, told);
    await migrate(connection, { folder: MIGRATIONS, log: told.log });
  } catch (error) {
    await leave();
    throw error;
  }
  const db = openDatabase(connection, { ...told, max: settings.DATABASE_SESSIONS });
  return {
    db,
    connection,
    async close() {
      await db.end();
      await leave();
    },
  };
}

async function place(
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  log: Log,
): Promise<{ connection: Connection; leave: () => Promise<void> }> {
  if (DATABASE_URL !== undefined) {
    return { connection: { connectionString: DATABASE_URL }, leave: async () => undefined };
  }
  return ensureEmbedded({ dataDir: DATA_DIR, log });
}
