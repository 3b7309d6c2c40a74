import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import { loadProperties } from '../search/load.ts';
import { startServe, untilReady } from '../search/served.ts';
import { currentLoad, loadFrance, openBenchDatabase } from '../support/database.ts';

/** Above so many the server itself adds copies. */
const MADE_ROWS = 20_000;
const MEMORY_MB = 100_000;

export interface FilledService {
  /** Without a trailing slash. */
  url: string;
  db: OpenDatabase;
}

/** A real `serve` that answers from memory over so many homes of France; `keep` is a directory to use again. */
export async function startFilledService(
  scope: TestScope,
  rows: number,
  keep: string,
): Promise<FilledService> {
  const dataDir = keep === '' ? temporaryDirectory(scope) : keep;
  mkdirSync(dataDir, { recursive: true });
  // As `serve` sets it: a server of another user, started before that, could not open its files by their paths.
  chmodSync(dataDir, 0o700);
  const { db } = await openBenchDatabase(scope, { keep: dataDir });
  const filledFile = join(dataDir, 'filled');
  if (!existsSync(filledFile)) {
    await fill(db, rows);
    writeFileSync(filledFile, String(rows));
  }
  const { port, stop } = await startServe({ DATA_DIR: dataDir, SEARCH_MEMORY_MB: `${MEMORY_MB}` });
  scope.after(stop);
  await untilReady(port);
  return { url: `http://127.0.0.1:${port}`, db };
}

async function fill(db: OpenDatabase, rows: number): Promise<void> {
  const began = performance.now();
  await loadFrance(db);
  const made = Math.min(rows, MADE_ROWS);
  await loadProperties(db, { rows: made, copies: Math.ceil(rows / made) - 1, unsearched: true });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${rows} homes filled in ${seconds} s, load ${currentLoad()}`);
}
