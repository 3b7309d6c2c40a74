import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { firstRow, sql } from '../../src/db/sql.ts';
import { loadDivisions } from '../../src/geo/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { loadProperties } from './load.ts';

const log = { info() {}, warn: console.warn, error: console.error };
/** Above so many the server itself adds copies. */
const MADE_ROWS = 100_000;

export interface BenchDatabase {
  readonly db: OpenDatabase;
  readonly connection: Connection;
  readonly dataDir: string;
}

/** Runs `work` with an embedded server in `keep`, which stays for the next run, or in a temporary directory. */
export async function withBenchDatabase<Result>(
  keep: string | undefined,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const dataDir = keep ?? mkdtempSync(join(tmpdir(), 'gable-bench-'));
  mkdirSync(dataDir, { recursive: true });
  // As `serve` sets it: a server of another user, started before that, could not open its files by their paths.
  chmodSync(dataDir, 0o700);
  const embedded = await joinEmbeddedServer({ dataDir, log });
  const db = openBenchDatabase(embedded.connection);
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    return await work({ db, connection: embedded.connection, dataDir });
  } finally {
    await db.end();
    await embedded.leave();
    if (keep === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

export const openBenchDatabase = (connection: Connection, max?: number): OpenDatabase =>
  openDatabase(connection, {
    log,
    applicationName: 'gable bench',
    statementTimeoutMs: HOUR_MS,
    ...(max === undefined ? {} : { max }),
  });

export interface Filling {
  readonly rows: number;
  /** Words in each description; undefined: about forty from a small vocabulary. */
  readonly words?: number | undefined;
  /** Without the indexes that only SQL searches use. */
  readonly unsearched?: boolean;
}

/** Properties all over France, unless a former run left as many. */
export async function fillBenchDatabase(
  db: OpenDatabase,
  { rows, words, unsearched = false }: Filling,
): Promise<void> {
  const began = performance.now();
  const about = words === undefined ? '' : `, ${words} words a text`;
  console.log(`${rows} properties${about}, load ${loadavg()[0]?.toFixed(1)}`);
  const stored = await firstRow<{ count: number }>(
    db,
    sql`select count(*)::int as count from property_search`,
  );
  if (stored?.count === rows) return;
  if (stored?.count !== 0) throw new Error(`there are ${stored?.count} properties already`);
  await loadDivisions(db, systemClock, log, 'FR');
  const copies = Math.max(0, Math.ceil(rows / MADE_ROWS) - 1);
  await loadProperties(db, { rows: Math.min(rows, MADE_ROWS), copies, words, unsearched });
  console.log(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
