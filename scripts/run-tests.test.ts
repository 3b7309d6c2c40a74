import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArguments } from './tests/command.ts';
import { runTests, startTests } from './tests/run-in-project.ts';

const header = "import { test } from 'node:test';\n";
const good = `${header}test('a home has a door', () => {});\n`;
const bad = `${header}test('a home has a moat', () => { throw new Error('no moat'); });\n`;
const countsAtTheEnd =
  /ℹ tests \d+\nℹ suites \d+\nℹ pass \d+\nℹ fail \d+\nℹ cancelled \d+\nℹ skipped \d+\nℹ todo \d+\nℹ duration_ms [\d.]+\n$/;

test('the output ends with the counts of the runner, and success exits 0', async (t) => {
  const { code, stdout } = await runTests(t, { 'src/geo/a.test.ts': good, 'test/b.test.ts': good });
  assert.equal(code, 0, stdout);
  assert.match(stdout, countsAtTheEnd);
  assert.match(stdout, /ℹ tests 2\n[\s\S]*ℹ pass 2\n/);
  assert.match(stdout, /slowest files:\n +[\d.]+ s {2}\S+\.test\.ts\n/);
});

test('a failure is printed before the counts and exits 1', async (t) => {
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': bad, 'src/b.test.ts': good });
  assert.equal(code, 1);
  assert.match(stdout, countsAtTheEnd);
  assert.match(stdout, /no moat[\s\S]*ℹ pass 1\nℹ fail 1\n/);
});

test('a test file that cannot be loaded exits 1', async (t) => {
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': "import './nowhere.ts';" });
  assert.equal(code, 1);
  assert.match(stdout, countsAtTheEnd);
});

test('a skipped test is listed with its reason', async (t) => {
  const skipping = `${header}test('a home is drawn', (t) => t.skip('no browser'));\n`;
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': skipping });
  assert.equal(code, 0);
  assert.match(stdout, /\nskipped:\n {2}a home is drawn \(src\/a\.test\.ts\): no browser\n/);
});

test('only the selected files are run: a file, a directory, a pattern', async (t) => {
  const files = { 'src/geo/a.test.ts': good, 'src/geo/b.test.ts': good, 'src/c.test.ts': bad };
  assert.match((await runTests(t, files, ['src/geo/a.test.ts'])).stdout, /ℹ tests 1\n/);
  assert.match((await runTests(t, files, ['src/geo/'])).stdout, /ℹ tests 2\n/);
  assert.match((await runTests(t, files, ['src/*.test.ts'])).stdout, /ℹ tests 1\n[\s\S]*ℹ fail 1\n/);
  const none = await runTests(t, files, ['src/market']);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /no test file matches src\/market/);
});

test('other arguments are passed to the runner', async (t) => {
  const two = `${good}test('a home has a roof', () => {});\n`;
  const { stdout } = await runTests(t, { 'src/a.test.ts': two }, ['--test-name-pattern', 'roof']);
  assert.match(stdout, /ℹ tests 1\n/);
  assert.deepEqual(parseArguments(['--only', 'src/a.test.ts', '--test-shard', '1/2', '--watch']), {
    flags: ['--test-only', '--test-shard', '1/2', '--watch'],
    paths: ['src/a.test.ts'],
  });
});

test('the global setup runs when the project has one', async (t) => {
  const setup =
    "import { writeFileSync } from 'node:fs';\nexport const globalSetup = () => writeFileSync('was-set-up', '');\n";
  const { root } = await runTests(t, { 'src/a.test.ts': good, 'test/support/global-setup.ts': setup });
  assert.ok(existsSync(join(root, 'was-set-up')));
});

test('the temporary directory is removed after the run', async (t) => {
  const littering = `${header}import { mkdtempSync } from 'node:fs';\nimport { tmpdir } from 'node:os';
    test('a home has a cellar', () => { mkdtempSync(tmpdir() + '/cellar-'); });\n`;
  const { code, temporary } = await runTests(t, { 'src/a.test.ts': littering });
  assert.equal(code, 0);
  assert.deepEqual(readdirSync(temporary), []);
});

test('--cpu lists what each file used, before the counts', { skip: onlyOnLinux() }, async (t) => {
  const busy = `${header}test('a home is heated', () => { for (const until = Date.now() + 1_500; Date.now() < until; ); });\n`;
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': busy, 'src/b.test.ts': good }, ['--cpu']);
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /\nseconds of CPU:\n +all +tests +browser +postgres +ours +short\n +\S.+ {2}of all files\n/,
  );
  const [, seconds = ''] = /\n +[\d.]+ +([\d.]+) .+ {2}src\/a\.test\.ts\n/.exec(stdout) ?? [];
  assert.ok(Number(seconds) > 0.2, stdout);
  assert.match(stdout, countsAtTheEnd);
});

const leaving = `${header}import { spawn } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';
  test('a home has a guest', () => {
    const guest = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    writeFileSync('guest', String(guest.pid));
    guest.unref();
  });\n`;

test('a process that a test left running is listed, ended and a failure', {
  skip: onlyOnLinux(),
}, async (t) => {
  const { code, stdout, root } = await runTests(t, { 'src/a.test.ts': leaving });
  assert.equal(code, 1);
  assert.match(stdout, /left running, ended, and a failure:\n {2}\d+ {2}sleep 600\n/);
  assert.match(stdout, countsAtTheEnd);
  assert.ok(!isRunning(readFileSync(join(root, 'guest'), 'utf8')));
});

test('so is a server that got no environment, by its files in the temporary directory', {
  skip: onlyOnLinux(),
}, async (t) => {
  const serving = `${header}import { spawn } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    test('a home has a cellar', () => {
      writeFileSync(tmpdir() + '/log', '');
      const server = spawn('tail', ['-f', tmpdir() + '/log'], { env: {}, detached: true, stdio: 'ignore' });
      writeFileSync('server', String(server.pid));
      server.unref();
    });\n`;
  const { code, stdout, root } = await runTests(t, { 'src/a.test.ts': serving });
  assert.equal(code, 1);
  assert.match(stdout, /left running, ended, and a failure:\n {2}\d+ {2}tail -f \S+\/log\n/);
  assert.ok(!isRunning(readFileSync(join(root, 'server'), 'utf8')));
});

test('so is a process of the service, which gets the temporary directory alone', {
  skip: onlyOnLinux(),
}, async (t) => {
  const serving = `${header}import { spawn } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';
    test('a home has a lodger', () => {
      const env = { TMPDIR: process.env.TMPDIR };
      const lodger = spawn('/bin/sleep', ['601'], { env, detached: true, stdio: 'ignore' });
      writeFileSync('lodger', String(lodger.pid));
      lodger.unref();
    });\n`;
  const { code, stdout, root } = await runTests(t, { 'src/a.test.ts': serving });
  assert.equal(code, 1);
  assert.match(stdout, /left running, ended, and a failure:\n {2}\d+ {2}\/bin\/sleep 601\n/);
  assert.ok(!isRunning(readFileSync(join(root, 'lodger'), 'utf8')));
});

test('a file that does not end is listed and ended', { skip: onlyOnLinux() }, async (t) => {
  const open = `${good}setInterval(() => {}, 1000);\n`;
  const { code, stdout } = await runTests(t, { 'src/open.test.ts': open }, [], {
    GABLE_TEST_SILENCE_MS: '4000',
  });
  assert.equal(code, 1);
  assert.match(stdout, /nothing happened for 4 s; still open:\n {2}\S*src\/open\.test\.ts\n/);
});

test('SIGTERM ends the run and all its processes', { skip: onlyOnLinux() }, async (t) => {
  const slow = `${header}import { writeFileSync } from 'node:fs';\ntest('a home is built', async () => {
    writeFileSync('started', String(process.pid));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });\n`;
  const run = startTests(t, { 'src/a.test.ts': slow });
  const started = join(run.root, 'started');
  while (!existsSync(started) || readFileSync(started, 'utf8') === '') await wait(20);
  run.child.kill('SIGTERM');
  assert.equal((await run.ended).code, 143);
  assert.ok(!isRunning(readFileSync(started, 'utf8')));
  assert.deepEqual(readdirSync(run.temporary), []);
});

/** Uses a database as the tests of this project do, and leaves a file named by the server. */
const asking = `${header}import { writeFileSync } from 'node:fs';\nimport '../test/support/database-server.ts';
  test('a home is stored', () => writeFileSync('on-' + process.env.GABLE_TEST_POSTGRES, ''));\n`;
const server = { 'test/support/database-server.ts': 'export {};' };
const files = { ...server, 'src/a.test.ts': asking, 'src/b.test.ts': good };

test('everything runs on a stock PostgreSQL, and files that use a database again on the embedded one', async (t) => {
  const programs = { ...files, 'programs/postgres': '' };
  const { code, stdout, root } = await runTests(t, programs, [], { GABLE_POSTGRES_BIN: 'programs' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\n1 files again, on the embedded PostgreSQL; beside them 1 that use no server:\n/);
  assert.match(stdout, / s {2}src\/a\.test\.ts \(embedded\)\n/);
  assert.match(stdout, / s {2}src\/b\.test\.ts\n/);
  assert.match(stdout, /ℹ tests 3\n[\s\S]*ℹ pass 3\n/);
  assert.match(stdout, countsAtTheEnd);
  assert.ok(existsSync(join(root, 'on-embedded')) && existsSync(join(root, 'on-debian')));
});

test('without a stock PostgreSQL everything runs on the embedded one: a named skip, and a failure with CI set', async (t) => {
  const nowhere = { GABLE_POSTGRES_BIN: 'nowhere', CI: '' };
  const skipped = await runTests(t, files, [], nowhere);
  assert.equal(skipped.code, 0);
  assert.match(
    skipped.stdout,
    /\nskipped:\n {2}1 files on the distribution's PostgreSQL: no PostgreSQL server/,
  );
  assert.match(skipped.stdout, /ℹ tests 2\n/);
  assert.ok(existsSync(join(skipped.root, 'on-embedded')));
  assert.equal((await runTests(t, files, [], { ...nowhere, CI: 'true' })).code, 1);
});

test('named files run on the embedded PostgreSQL, or on the selected one', async (t) => {
  const programs = { ...files, 'programs/postgres': '' };
  const env = { GABLE_POSTGRES_BIN: 'programs' };
  const named = await runTests(t, programs, ['src/a.test.ts'], env);
  assert.ok(existsSync(join(named.root, 'on-embedded')) && !existsSync(join(named.root, 'on-debian')));
  const chosen = await runTests(t, programs, ['--postgres=debian', 'src/a.test.ts'], env);
  assert.ok(!existsSync(join(chosen.root, 'on-embedded')) && existsSync(join(chosen.root, 'on-debian')));
  assert.match(chosen.stdout, /ℹ tests 1\n/);
});

function onlyOnLinux(): string | false {
  return process.platform === 'linux' ? false : 'only Linux shows which process belongs to a run';
}

/** A zombie process still has a pid, but no command line. */
function isRunning(pid: string): boolean {
  const command = `/proc/${pid}/cmdline`;
  return existsSync(command) && readFileSync(command, 'utf8') !== '';
}
