import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from '../../src/db/embedded/lock.ts';
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { sql } from '../../src/db/sql.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { copyDirectory } from './copy-directory.ts';
import { templateName } from './database-server.ts';
import { savePlaces } from './french-places.ts';
import { createDataDirectory, runGableToEnd } from './gable.ts';
import { silentLog } from './log.ts';
import type { TestScope } from './test-scope.ts';

/** A data directory as a first start leaves it: with a schema and the divisions of France, which takes 6 s of CPU. */
export const createPreparedDirectory = (t: TestScope): Promise<string> =>
  createCopiedDirectory(t, '_directory', async (directory) => {
    const { code, stderr } = await runGableToEnd(t, ['geo', 'load', 'FR'], { DATA_DIR: directory });
    if (code !== 0) throw new Error(`no data directory to copy: ${stderr}`);
    await prepareCopies(directory);
  });

/** A data directory as `fill` leaves it: the first test of a run that needs it fills one, and each gets a copy. */
export async function createCopiedDirectory(
  t: TestScope,
  name: string,
  fill: (directory: string) => Promise<void>,
): Promise<string> {
  const template = join(tmpdir(), templateName(name));
  await withFileLock(`${template}.lock`, async () => {
    if (existsSync(template)) return;
    const draft = `${template}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    await fill(draft);
    renameSync(draft, template);
  });
  const directory = createDataDirectory(t);
  copyDirectory(template, directory);
  return directory;
}

/**
 * As a service that ran for a minute leaves it. Without the names each `serve` and `work` indexes all of France, and each copy
 * is vacuumed again.
 */
async function prepareCopies(dataDir: string): Promise<void> {
  const server = await joinEmbeddedServer({ dataDir, log: silentLog });
  const options = { log: silentLog, applicationName: 'gable test', max: 1, statementTimeoutMs: MINUTE_MS };
  const db = openDatabase(server.connection, options);
  await savePlaces(join(dataDir, 'places', 'names'), db);
  await db.rows(sql`vacuum (analyze)`);
  await db.end();
  await server.leave();
}
