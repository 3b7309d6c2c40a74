import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makeProject } from './install/fixtures/project.ts';

const lastLine = (text: string) => text.trim().split('\n').at(-1);

test('a fresh clone is installed once, and not again at the next start', async (t) => {
  const project = makeProject(t);
  assert.equal((await project.ensure()).code, 0);
  assert.deepEqual(await project.ensure(), { code: 0, stderr: '' });
  assert.deepEqual(project.npmCalls(), ['ci --no-audit --no-fund --loglevel=error --include=optional']);
});

test('an install by npm itself is trusted', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  assert.deepEqual(await project.ensure(['--dev']), { code: 0, stderr: '' });
  assert.deepEqual(project.npmCalls(), ['install']);
});

test('a changed lock is installed', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  project.lock.packages['node_modules/brick'] = { version: '1.0.1', integrity: 'sha512-other' };
  project.write('package-lock.json', project.lock);
  assert.equal((await project.ensure()).code, 0);
  assert.equal(project.npmCalls().length, 2);
});

test('the same version with another integrity is installed', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  project.lock.packages['node_modules/brick'] = { version: '1.0.0', integrity: 'sha512-other' };
  project.write('package-lock.json', project.lock);
  await project.ensure();
  assert.equal(project.npmCalls().length, 2);
});

test('an interrupted install is installed again', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  project.write('node_modules/brick/package.json', { version: '0.9.0' });
  await project.ensure();
  assert.equal(project.npmCalls().length, 2, 'another version on disk than npm recorded');
  rmSync(join(project.root, 'node_modules/brick'), { recursive: true });
  await project.ensure();
  assert.equal(project.npmCalls().length, 3, 'a package that is gone');
  project.write('node_modules/.package-lock.json', '{"packages":{"node_mod');
  await project.ensure();
  assert.equal(project.npmCalls().length, 4, 'a record cut off');
});

test('an install without development packages is enough for a start, not for a check', async (t) => {
  const project = makeProject(t);
  project.npm('ci', '--omit=dev');
  await project.ensure();
  assert.equal(project.npmCalls().length, 1);
  await project.ensure(['--dev']);
  assert.match(project.npmCalls()[1] ?? '', /--include=dev/);
});

test('a missing platform package stops the start with one line', async (t) => {
  const project = makeProject(t);
  const { code, stderr } = await project.ensure([], { NPM_LEAVES_OUT: 'node_modules/brick-own' });
  assert.equal(code, 1);
  assert.match(lastLine(stderr) ?? '', /npm ci left out node_modules\/brick-own, which this machine needs/);
  assert.equal((await project.ensure()).code, 0, 'the next start tries again');
});

test('an optional package that npm skipped is not installed again', async (t) => {
  const project = makeProject(t);
  const leavesOut = { NPM_LEAVES_OUT: 'node_modules/brick/node_modules/glaze' };
  assert.equal((await project.ensure([], leavesOut)).code, 0);
  assert.deepEqual(await project.ensure(), { code: 0, stderr: '' });
  assert.equal(project.npmCalls().length, 1);
});

test('two starts at once install once', async (t) => {
  const project = makeProject(t);
  const slow = { NPM_TAKES_MS: '300' };
  const outcomes = await Promise.all([
    project.ensure([], slow),
    project.ensure([], slow),
    project.ensure([], slow),
  ]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(project.npmCalls().length, 1);
  assert.match(outcomes.map(({ stderr }) => stderr).join(), /another process \(pid \d+\) is installing/);
  assert.deepEqual(locksIn(project.root), []);
});

test('the lock of a dead process is replaced', async (t) => {
  const project = makeProject(t);
  const gone = project.npm('install').pid;
  rmSync(join(project.root, 'node_modules'), { recursive: true });
  writeFileSync(join(project.root, '.installing'), `${gone} ${hostname()}`);
  const outcomes = await Promise.all([project.ensure(), project.ensure()]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(project.npmCalls().length, 2);
  assert.deepEqual(locksIn(project.root), []);
});

test('a failed install is one line with its reason and exit code 1', async (t) => {
  const project = makeProject(t);
  project.write(
    'npm-fails',
    'npm error code ENOTFOUND\nnpm error network no such host\nnpm error A complete log …\n',
  );
  const { code, stderr } = await project.ensure();
  assert.equal(code, 1);
  assert.deepEqual(stderr.trim().split('\n').slice(1), [
    'gable: npm ci failed: ENOTFOUND, network no such host; run `npm ci` to see it whole',
  ]);
  assert.deepEqual(locksIn(project.root), []);
});

test('a package.json that differs from its lock is reported', async (t) => {
  const project = makeProject(t);
  const manifest = { ...project.lock.packages[''], dependencies: { brick: '2.0.0' } };
  project.write('package.json', manifest);
  project.npm('install');
  const { code, stderr } = await project.ensure();
  assert.equal(code, 1);
  assert.equal(stderr, 'gable: package.json and package-lock.json disagree about brick; run `npm install`\n');
  assert.deepEqual(project.npmCalls(), ['install']);
});

test('SIGTERM ends npm too, releases the lock and exits 1', async (t) => {
  const project = makeProject(t);
  const { child, ended } = project.start([], { NPM_TAKES_MS: '60000' });
  while (project.npmCalls().length === 0) await wait(10);
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.equal(code, 1);
  assert.match(lastLine(stderr) ?? '', /interrupted \(SIGTERM\)/);
  assert.ok(!existsSync(join(project.root, 'node_modules')));
  assert.deepEqual(locksIn(project.root), []);
});

test('GABLE_NO_INSTALL=1 installs nothing', async (t) => {
  const project = makeProject(t);
  assert.deepEqual(await project.ensure([], { GABLE_NO_INSTALL: '1' }), { code: 0, stderr: '' });
  assert.deepEqual(project.npmCalls(), []);
});

test('a Node that is too old is one line with the remedy', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  project.write('package.json', { ...project.lock.packages[''], engines: { node: '>=99.4' } });
  const { code, stderr } = await project.ensure();
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(`^gable: Node 99.4 or newer is needed and this is ${process.versions.node}; .+\n$`),
  );
});

test('a browser that cannot be installed is reported and stops nothing', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  const nowhere = { GABLE_BROWSER: join(project.root, 'no-such-browser') };
  const { code, stderr } = await project.ensure(['--browser'], nowhere);
  assert.equal(code, 0);
  assert.match(stderr, /^gable: the browser tests will be skipped: GABLE_BROWSER is not a program: .+\n$/);
});

test('a stock PostgreSQL that cannot be installed is reported and stops nothing', async (t) => {
  const project = makeProject(t);
  project.npm('install');
  const nowhere = { GABLE_POSTGRES_BIN: join(project.root, 'no-such-folder') };
  const { code, stderr } = await project.ensure(['--dev', '--postgres'], nowhere);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^gable: the tests on a stock PostgreSQL will be skipped: there is no PostgreSQL.* and GABLE_POSTGRES_BIN holds no server: .+\n$/,
  );
});

function locksIn(root: string): string[] {
  return readdirSync(root).filter((name) => name.startsWith('.installing'));
}
