import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { Connection } from '../../src/db/connection.ts';
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase, type PoolOptions } from '../../src/db/pool.ts';
import type { Database } from '../../src/db/sql.ts';
import { loadDivisions } from '../../src/geo/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import type { Log } from '../../src/lib/log.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import type { TestScope } from '../../test/support/test-scope.ts';

export const benchLog: Log = { info() {}, warn: console.error, error: console.error };

/** The load average of the last minute: printed beside a figure. */
export const currentLoad = (): string => loadavg()[0]?.toFixed(1) ?? '';

export interface BenchDatabase {
  readonly db: OpenDatabase;
  /** For a process or pool of its own. */
  readonly connection: Connection;
  readonly dataDir: string;
}

interface BenchDatabaseOptions extends Partial<PoolOptions> {
  /** A directory that stays for the next run; by default a temporary one. */
  readonly keep?: string;
  readonly durable?: boolean;
}

/** A PostgreSQL of its own, as an installation runs it, with every migration applied. */
export async function openBenchDatabase(
  scope: TestScope,
  { keep = '', durable = true, ...pool }: BenchDatabaseOptions = {},
): Promise<BenchDatabase> {
  const dataDir = keep === '' ? temporaryDirectory(scope) : keep;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { connection, leave } = await joinEmbeddedServer({ dataDir, log: benchLog, durable });
  scope.after(leave);
  await migrate(connection, { folder: MIGRATIONS, log: benchLog });
  return { db: openBenchPool(scope, connection, pool), connection, dataDir };
}

export function openBenchPool(
  scope: TestScope,
  connection: Connection,
  pool: Partial<PoolOptions> = {},
): OpenDatabase {
  const db = openDatabase(connection, {
    ...{ log: benchLog, applicationName: 'gable bench', statementTimeoutMs: HOUR_MS },
    ...pool,
  });
  scope.after(() => db.end());
  return db;
}

export const loadFrance = async (db: Database): Promise<void> =>
  void (await loadDivisions(db, systemClock, benchLog, 'FR'));
