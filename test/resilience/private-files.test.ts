import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../faults/until.ts';
import { MAIN } from '../support/main-file.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

/** As an operator starts it from a shell with umask 0. */
async function runOpenly(t: TestContext, DATA_DIR: string, uid?: number) {
  const child = spawn('/bin/sh', ['-c', 'umask 000 && exec "$0" "$@"', process.execPath, MAIN, 'serve'], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      TMPDIR: tmpdir(),
      HOME: '/',
      PORT: '0',
      LOG_FORMAT: 'json',
      SEARCH_MEMORY_MB: '64',
      DATA_DIR,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (log += text));
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  t.after(stop);
  await until(() => log.includes('"msg":"running"') || child.exitCode !== null, {
    within: 90_000,
    what: () => `a running process: ${log.slice(-2_000)}`,
  });
  assert.equal(child.exitCode, null, log);
  return { stop, log: () => log };
}

/** Everything below a directory with its mode, except PostgreSQL's own files, whose directory is closed. */
function modesIn(directory: string): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (path: string): void => {
    const stat = lstatSync(path);
    found[relative(directory, path) || '.'] = (stat.mode & 0o777).toString(8);
    if (stat.isDirectory() && !path.endsWith('/postgres'))
      for (const name of readdirSync(path)) look(join(path, name));
  };
  look(directory);
  return found;
}

function assertPrivate(directory: string): void {
  for (const [path, mode] of Object.entries(modesIn(directory)))
    assert.ok(mode === '700' || mode === '600', `${path} is ${mode}`);
}

/** As an earlier version or a restored copy may have left it. */
function openDirectory(t: TestContext, uid?: number): string {
  const directory = temporaryDirectory(t);
  mkdirSync(join(directory, 'mail/old'), { recursive: true });
  mkdirSync(join(directory, 'warehouse/listing_events'), { recursive: true });
  const files = ['mail/one.eml', 'mail/old/two.eml', 'demo-key', 'warehouse/listing_events/x.parquet'];
  for (const file of files) writeFileSync(join(directory, file), 'secret');
  for (const path of Object.keys(modesIn(directory))) {
    const full = join(directory, path);
    chmodSync(full, statSync(full).isDirectory() ? 0o777 : 0o666);
    if (uid !== undefined) chownSync(full, uid, uid);
  }
  return directory;
}

test('as the current user, all files of the service are closed to others, existing ones too', async (t) => {
  const DATA_DIR = openDirectory(t);
  const run = await runOpenly(t, DATA_DIR);
  assertPrivate(DATA_DIR);
  assert.ok(readdirSync(DATA_DIR).includes('master-keys'));
  assert.match(run.log(), /"event":"files.permissions_restricted"/);
  await run.stop();
  const again = await runOpenly(t, DATA_DIR);
  assert.doesNotMatch(again.log(), /files\.permissions_restricted/, 'once is enough');
  assertPrivate(DATA_DIR);
  // Before its directory is deleted: hooks run in the order of their registration.
  await again.stop();
});

const mayRunAsNobody = (): string | false => {
  if (!isRoot) return 'only root can start a process as another user';
  for (let path = MAIN; path !== '/'; path = join(path, '..')) {
    const { mode } = statSync(path);
    if ((mode & 0o005) === 0) return `${path} is closed to other users`;
  }
  accessSync(process.execPath, constants.X_OK);
  return false;
};

test('as an ordinary user, all files are closed to others', { skip: mayRunAsNobody() }, async (t) => {
  const DATA_DIR = openDirectory(t, NOBODY);
  const run = await runOpenly(t, DATA_DIR, NOBODY);
  assertPrivate(DATA_DIR);
  await run.stop();
  assert.equal(statSync(join(DATA_DIR, 'master-keys')).uid, NOBODY);
});

test('after a start by root the service of an ordinary user starts as that user again', {
  skip: mayRunAsNobody(),
}, async (t) => {
  const DATA_DIR = openDirectory(t, NOBODY);
  const byRoot = await runOpenly(t, DATA_DIR);
  await until(() => existsSync(join(DATA_DIR, 'warehouse/spill')), { within: 60_000 });
  await byRoot.stop();
  for (const path of Object.keys(modesIn(DATA_DIR)))
    assert.equal(statSync(join(DATA_DIR, path)).uid, NOBODY, path);
  const keys = readFileSync(join(DATA_DIR, 'master-keys'), 'utf8');
  const byOwner = await runOpenly(t, DATA_DIR, NOBODY);
  await byOwner.stop();
  assert.doesNotMatch(byOwner.log(), /EACCES|"level":"error"/);
  assert.equal(readFileSync(join(DATA_DIR, 'master-keys'), 'utf8'), keys);
  assertPrivate(DATA_DIR);
});
