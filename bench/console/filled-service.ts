import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { loadDivisions } from '../../src/geo/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { loadProperties } from '../search/load.ts';
import { startServe } from '../search/served.ts';

const log = { info() {}, warn: console.warn, error: console.error };
/** Above so many the server itself adds copies. */
const MADE_ROWS = 20_000;
const MEMORY_MB = 100_000;

export interface FilledService {
  /** Without a trailing slash. */
  url: string;
  db: OpenDatabase;
}

export interface Filling {
  rows: number;
  /** Filled once and left there for the next run; a temporary directory by default. */
  directory?: string | undefined;
}

/** Runs `work` against a real `serve` that answers from memory over so many homes of France. */
export async function withFilledService(
  { rows, directory }: Filling,
  work: (service: FilledService) => Promise<void>,
): Promise<void> {
  const dataDir = directory ?? mkdtempSync(join(tmpdir(), 'gable-bench-'));
  mkdirSync(dataDir, { recursive: true });
  // As `serve` sets it: a server of another user, started before that, could not open its files by their paths.
  chmodSync(dataDir, 0o700);
  const embedded = await joinEmbeddedServer({ dataDir, log });
  const db = openDatabase(embedded.connection, {
    log,
    applicationName: 'gable bench',
    statementTimeoutMs: HOUR_MS,
  });
  try {
    const filledFile = join(dataDir, 'filled');
    if (!existsSync(filledFile)) {
      await migrate(embedded.connection, { folder: MIGRATIONS, log });
      await fill(db, rows);
      writeFileSync(filledFile, String(rows));
    }
    const { port, stop } = await startServe({ DATA_DIR: dataDir, SEARCH_MEMORY_MB: `${MEMORY_MB}` });
    const url = `http://127.0.0.1:${port}`;
    try {
      await waitForMemory(url);
      await work({ url, db });
    } finally {
      await stop();
    }
  } finally {
    await db.end();
    await embedded.leave();
    if (directory === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(db: OpenDatabase, rows: number): Promise<void> {
  const began = performance.now();
  await loadDivisions(db, systemClock, log, 'FR');
  const made = Math.min(rows, MADE_ROWS);
  await loadProperties(db, { rows: made, copies: Math.ceil(rows / made) - 1, unsearched: true });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${rows} homes filled in ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
}

/** Each connection may reach another thread: several in a row have reached all. */
async function waitForMemory(url: string): Promise<void> {
  for (let ready = 0; ready < 8; await pause(20)) {
    const headers = { connection: 'close' };
    const text = await (await fetch(`${url}/health/ready`, { headers })).text();
    ready = text.includes('"search":"ok"') ? ready + 1 : 0;
  }
}
