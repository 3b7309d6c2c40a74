import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../test/faults/until.ts';
import { asAdministrator } from '../../test/support/database-server.ts';
import { silentLog as log, recordingLog } from '../../test/support/log.ts';
import { startParticipant } from '../../test/support/participant.ts';
import type { Connection } from './connection.ts';
import { openDataDirectory } from './embedded/data-directory.ts';
import { findPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { canAccess } from './embedded/user.ts';
import { joinEmbeddedServer } from './embedded.ts';
import { openDatabase } from './pool.ts';
import { sql } from './sql.ts';

const isRoot = process.geteuid?.() === 0;

/** A directory that other users may enter, unlike that of mkdtemp. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gable-embedded-'));
  chmodSync(folder, 0o755);
  after(async () => {
    const directory = openDataDirectory(join(folder, 'data'), false);
    const left = findPostmaster(directory); // only after a failed test
    if (left !== undefined) await stopPostmaster(directory, left);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const dataDir = join(temporaryFolder(), 'data');
const quick = { dataDir, log, durable: false };
const postmaster = () => findPostmaster(openDataDirectory(dataDir, false));
const ask = (connection: Connection, question: string) =>
  asAdministrator(connection, async (client) => Object.values((await client.query(question)).rows[0])[0]);

test('processes that start at once on one directory share one server, and the last one stops it', async () => {
  mkdirSync(join(dataDir, 'postgres.new-1', 'base'), { recursive: true }); // initdb was killed half way
  const users = await Promise.all([1, 2, 3].map(() => startParticipant({ dataDir })));
  assert.deepEqual(users.map(({ joined }) => joined).sort(), [false, true, true]);
  assert.equal(existsSync(join(dataDir, 'postgres.new-1')), false);
  const [first, second, third] = users;
  assert.ok(first && second && third);
  await Promise.all([first.leave(), second.leave()]);
  assert.equal(await ask(third.connection, 'select current_user'), 'gable');
  await third.leave();
  assert.equal(postmaster(), undefined);
  assert.ok('host' in third.connection && !existsSync(third.connection.host));
});

test('a later start is fast and durable, has the data, and listens on no network', async () => {
  const before = await joinEmbeddedServer(quick);
  await asAdministrator(before.connection, (client) =>
    client.query('create table kept as select 42 as answer'),
  );
  await before.leave();
  const started = performance.now();
  const server = await joinEmbeddedServer({ dataDir, log });
  const tookMs = performance.now() - started;
  assert.equal(await ask(server.connection, 'select answer from kept'), 42);
  assert.equal(await ask(server.connection, 'show fsync'), 'on');
  assert.equal(await ask(server.connection, 'show listen_addresses'), '');
  await server.leave();
  assert.ok(tookMs < 3_000, `${tookMs} ms`);
});

test('letters with accents are letters for pg_trgm too', async () => {
  const server = await joinEmbeddedServer(quick);
  await asAdministrator(server.connection, async (client) => {
    await client.query('create extension if not exists pg_trgm');
    const { rows } = await client.query(
      `select upper('élan') as upper, similarity('élan', 'lan') < 1 as apart`,
    );
    assert.deepEqual(rows, [{ upper: 'ÉLAN', apart: true }]);
  });
  await server.leave();
});

test('a server whose starter was killed is joined by the next process and stopped by it', async () => {
  const starter = await startParticipant({ dataDir });
  const left = postmaster();
  await starter.crash();
  const server = await joinEmbeddedServer(quick);
  assert.equal(server.joined, true);
  assert.equal(postmaster()?.pid, left?.pid);
  assert.equal(await ask(server.connection, 'select 1'), 1);
  await server.leave();
  assert.equal(postmaster(), undefined);
});

test('processes with different temporary directories share one server', async () => {
  const temporary = temporaryFolder();
  const other = await startParticipant({ dataDir, temporary });
  const server = await joinEmbeddedServer(quick);
  assert.equal(server.joined, true);
  assert.deepEqual(server.connection, other.connection);
  await other.leave();
  assert.equal(await ask(server.connection, 'select 1'), 1);
  await server.leave();
});

test('a killed server is started again, logged once, and the same pool continues', async () => {
  const lines = recordingLog();
  const server = await joinEmbeddedServer({ dataDir, log: lines });
  const db = openDatabase(server.connection, { log, applicationName: 'gable test' });
  await db.rows(sql`create table if not exists survivor ()`);
  const killed = postmaster()?.pid ?? assert.fail();
  process.kill(killed, 'SIGKILL');
  await until(() => lines.lines.length > 0, { within: 10_000 });
  assert.deepEqual(await db.rows(sql`select count(*) as rows from survivor`), [{ rows: 0 }]);
  assert.notEqual(postmaster()?.pid, killed);
  assert.deepEqual(lines.lines, ['warn: PostgreSQL died and was started again']);
  await db.end();
  await server.leave();
  assert.equal(postmaster(), undefined);
});

test('a pid file with the pid of another program prevents no start and stops no program', async () => {
  const starter = await startParticipant({ dataDir });
  const { pid } = postmaster() ?? assert.fail();
  await starter.crash();
  process.kill(pid, 'SIGKILL');
  await until(() => postmaster() === undefined);
  const { user } = openDataDirectory(dataDir, false);
  const stranger = spawn('sleep', ['60'], { ...user, stdio: 'ignore' });
  await once(stranger, 'spawn');
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
  const server = await joinEmbeddedServer(quick);
  assert.equal(server.joined, false);
  assert.equal(await ask(server.connection, 'select 1'), 1);
  await server.leave();
  assert.equal(stranger.exitCode ?? stranger.signalCode, null);
  stranger.kill();
});

test('a server without its socket file is restarted by the next process', async () => {
  const first = await joinEmbeddedServer(quick);
  assert.ok('host' in first.connection);
  rmSync(first.connection.host, { recursive: true });
  const second = await joinEmbeddedServer(quick);
  assert.equal(await ask(second.connection, 'select 1'), 1);
  await Promise.all([first.leave(), second.leave()]);
  assert.equal(postmaster(), undefined);
});

test('leaving twice, or leaving a dead server, is harmless', async () => {
  const server = await joinEmbeddedServer(quick);
  const { pid } = postmaster() ?? assert.fail();
  process.kill(pid, 'SIGKILL');
  await Promise.all([server.leave(), server.leave()]);
  await until(() => postmaster() === undefined);
});

test('a directory with other content is left alone', async () => {
  const other = temporaryFolder();
  mkdirSync(join(other, 'postgres'));
  writeFileSync(join(other, 'postgres', 'letter.txt'), 'dear');
  await assert.rejects(
    joinEmbeddedServer({ ...quick, dataDir: other }),
    /holds no PostgreSQL database: move it away/,
  );
  assert.equal(readFileSync(join(other, 'postgres', 'letter.txt'), 'utf8'), 'dear');
});

test('root may have its data where only root may enter', {
  skip: !isRoot && 'only root can try',
}, async () => {
  const closed = temporaryFolder();
  chmodSync(closed, 0o700);
  const server = await joinEmbeddedServer({ ...quick, dataDir: join(closed, 'data') });
  const other = await startParticipant({ dataDir: join(closed, 'data') });
  assert.deepEqual([server.joined, other.joined], [false, true]);
  assert.equal(await ask(other.connection, 'select 1'), 1);
  await other.leave();
  await server.leave();
  assert.equal(existsSync(join(closed, 'data', 'postgres', 'postmaster.pid')), false);
});

/** Every system has the user `daemon`, number 1. */
const ORDINARY = 1;
const NAMELESS = 64_321;
const cannotTryOrdinary =
  (!isRoot && 'only root can become another user; the other tests ran as one') ||
  (!canAccess(import.meta.dirname, { uid: ORDINARY, gid: ORDINARY }) &&
    'no other user may read this checkout');

test('an ordinary user runs the server as itself, and root joins it', {
  skip: cannotTryOrdinary,
}, async () => {
  const home = temporaryFolder();
  chownSync(home, ORDINARY, ORDINARY);
  const owner = await startParticipant({ dataDir: join(home, 'data'), uid: ORDINARY });
  const server = await joinEmbeddedServer({ ...quick, dataDir: join(home, 'data') });
  assert.deepEqual([owner.joined, server.joined], [false, true]);
  assert.equal(await ask(server.connection, 'select 1'), 1);
  await owner.leave();
  await server.leave();
  await assert.rejects(
    startParticipant({ dataDir, uid: ORDINARY }),
    /belongs to user \d+: run Gable as that user/,
  );
  const again = await startParticipant({ dataDir: join(home, 'data'), uid: ORDINARY });
  assert.equal(again.joined, false);
  await again.leave();
});

test('a user without a name, whom initdb refuses, gets a message with what to do', {
  skip: cannotTryOrdinary,
}, async () => {
  const home = temporaryFolder();
  chownSync(home, NAMELESS, NAMELESS);
  await assert.rejects(startParticipant({ dataDir: join(home, 'data'), uid: NAMELESS }), /set DATABASE_URL/);
});
