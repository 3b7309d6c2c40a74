import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { until } from '../faults/until.ts';
import { frenchDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { createDataDirectory, processEnvironment } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { MAIN } from '../support/main-file.ts';
import { createOwner } from '../support/owners.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const { db, connection } = await frenchDatabase({ after });
/** A process ends within 35 s of SIGTERM; without open requests within a few, on a busy machine. */
const END_WITHIN_MS = 30_000;

/** The writing end of a pipe that nobody will read, or that nobody can read any more. */
function deadPipe(t: TestContext, how: 'full' | 'gone'): number {
  const folder = temporaryDirectory(t);
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (how === 'full') fill(path);
  const writer = openSync(path, constants.O_WRONLY);
  if (how === 'gone') closeSync(reader);
  else t.after(() => closeSync(reader));
  t.after(() => closeSync(writer));
  return writer;
}

function fill(path: string): void {
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(writer, Buffer.alloc(512));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
  } finally {
    closeSync(writer);
  }
}

function run(t: TestContext, args: string[], more: Record<string, string>, pipe: number): ChildProcess {
  const env = { ...processEnvironment(), DATABASE_URL: databaseUrl(connection), ...more };
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: tmpdir(),
    env: { ...env, DATA_DIR: createDataDirectory(t) },
    stdio: ['ignore', pipe, pipe],
  });
  t.after(() => void child.kill('SIGKILL'));
  return child;
}

const isReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

for (const [how, what] of [
  ['full', 'does not read'],
  ['gone', 'is gone'],
] as const) {
  test(`a service whose log nobody reads answers and stops: the reader ${what}`, async (t) => {
    const { key } = await createOwner(db, systemClock);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = run(t, [], { PORT: String(port), LOG_LEVEL: 'info', DEMO: 'on' }, deadPipe(t, how));
    const ended = once(child, 'exit');
    await until(() => child.exitCode !== null || isReady(url), { within: 90_000, every: 100 });
    assert.equal(child.exitCode, null);
    for (let count = 0; count < 100; count += 1)
      assert.equal((await fetch(`${url}/sources`, { headers: { 'x-api-key': key } })).status, 200);
    child.kill('SIGTERM');
    await until(() => child.exitCode !== null || child.signalCode !== null, {
      within: END_WITHIN_MS,
      what: () => 'the end of the process',
    });
    const [code, signal] = await ended;
    assert.deepEqual([code, signal], [0, null]);
  });
}

test('a command waits for a slow reader of its output, and loses no line', async (t) => {
  const COUNT = 10_000;
  await db.rows(sql`
    insert into account (account_id, name, created_at)
    select gen_random_uuid(), 'slow reader ' || lpad(number::text, 80, '0'), date_trunc('second', now())
    from generate_series(1, ${COUNT}) as number`);
  const child = spawn(process.execPath, [MAIN, 'account', 'list'], {
    cwd: tmpdir(),
    env: {
      ...processEnvironment(),
      DATABASE_URL: databaseUrl(connection),
      DATA_DIR: createDataDirectory(t),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await once(child.stdout, 'readable');
  // The command has printed everything, though the pipe holds a tenth of it.
  const hasLeft = async () => (await countSessions()) === 0;
  await until(hasLeft, { within: 60_000, every: 50, what: () => 'the end of its session' });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  assert.deepEqual(await ended, [0, null]);
  assert.equal(text.match(/slow reader/g)?.length, COUNT);
});

const countSessions = async (): Promise<number> => {
  const [row] = await db.rows<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'gable command'`);
  return row?.count ?? 0;
};
