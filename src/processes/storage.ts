import { join } from 'node:path';
import { accountPlane } from '../db/account-plane.ts';
import type { Connection } from '../db/connection.ts';
import { type EmbeddedOptions, joinEmbeddedServer } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase, type PoolOptions } from '../db/pool.ts';
import type { RegionSet } from '../db/region-set.ts';
import { DatabaseNotReadyError } from '../db/unavailable.ts';
import { waitForDatabase } from '../db/wait.ts';
import { type OpenRegions, openRegions } from './regions.ts';
import { retryWhileBusy } from './retry-busy.ts';
import type { Settings } from './settings.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

export interface Storage {
  /**
   * Rejects as unavailable until `prepare` is done, so that a process can answer probes while it waits. With several
   * regions it is the account plane, and has `regions`.
   */
  db: OpenDatabase;
  /** The tables of the default region and of the account plane, whatever the number of regions. */
  defaultDb: OpenDatabase;
  /** For threads, which open sessions of their own. */
  connection: Connection;
  /** Waits for the database and applies the migrations. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Lets running statements finish. */
  close(): Promise<void>;
  /** Leaves running statements to the end of the process; an embedded server is stopped by the last that uses it. */
  leave(): Promise<void>;
}

type DatabaseSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATABASE_PREPARE' | 'DATA_DIR' | 'DATABASE_SESSIONS' | 'REGIONS'
>;

type StorageOptions = Pick<PoolOptions, 'log' | 'applicationName' | 'statementTimeoutMs'> &
  Pick<EmbeddedOptions, 'onLaunch'>;

/** The configured database, or the embedded one, which is started unless it runs. */
export async function openStorage(
  settings: DatabaseSettings,
  { onLaunch, ...options }: StorageOptions,
): Promise<Storage> {
  const { connection, leave } = await connectDatabase(settings, { log: options.log, onLaunch });
  const pool = openDatabase(connection, { ...options, max: settings.DATABASE_SESSIONS });
  const { db, defaultDb, open } = createGatedDatabase(pool);
  let regions: OpenRegions | undefined;
  return {
    connection,
    db,
    defaultDb,
    leave,
    async prepare(signal) {
      const step = async (): Promise<void> => {
        await waitForDatabase(connection, { log: options.log, signal });
        await migrate(connection, { folder: MIGRATIONS, log: options.log });
        regions ??= await openRegions(pool, {
          connection,
          served: settings.REGIONS,
          options: { ...options, max: settings.DATABASE_SESSIONS },
        });
        await regions?.migrate(MIGRATIONS);
      };
      await retryWhileBusy(step, { log: options.log, signal });
      open(regions?.set);
    },
    async close() {
      await Promise.all([db.end(), regions?.close()]);
      await leave();
    },
  };
}

/** A database that rejects as unavailable until it is opened; with several regions `db` is the account plane. */
export function createGatedDatabase(pool: OpenDatabase): {
  db: OpenDatabase;
  defaultDb: OpenDatabase;
  open(regions?: RegionSet): void;
} {
  let account: OpenDatabase | undefined;
  let isReady = false;
  const gate = (ready: () => OpenDatabase): OpenDatabase => ({
    ...pool,
    rows: async (statement) => ready().rows(statement),
    transaction: async (work, options) => ready().transaction(work, options),
    get regions() {
      return account?.regions;
    },
  });
  const whenReady =
    (choose: () => OpenDatabase): (() => OpenDatabase) =>
    () => {
      if (!isReady) throw new DatabaseNotReadyError();
      return choose();
    };
  const { regions: _, ...defaultDb } = gate(whenReady(() => pool));
  return {
    db: gate(whenReady(() => account ?? pool)),
    defaultDb,
    open(regions) {
      account = regions === undefined ? undefined : accountPlane(pool, regions);
      isReady = true;
    },
  };
}

async function connectDatabase(
  { DATABASE_URL, DATABASE_PREPARE, DATA_DIR }: DatabaseSettings,
  options: Pick<EmbeddedOptions, 'log' | 'onLaunch'>,
): Promise<{ connection: Connection; leave: () => Promise<void> }> {
  if (DATABASE_URL !== undefined) {
    const connection = { connectionString: DATABASE_URL, prepare: DATABASE_PREPARE === 'on' };
    return { connection, leave: async () => undefined };
  }
  return joinEmbeddedServer({ dataDir: DATA_DIR, ...options });
}
