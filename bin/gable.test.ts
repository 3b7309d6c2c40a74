import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { currentServiceBuild, digestOf } from '../scripts/install/service-build.mjs';
import { until } from '../test/faults/until.ts';

const project = join(import.meta.dirname, '..');

const main = `
const [what, ...rest] = process.argv.slice(2);
if (what === 'say') console.log(rest.join('|'), process.env.PINNED ?? 'system');
if (what === 'exit') process.exit(Number(rest[0]));
if (what === 'die') process.kill(process.pid, rest[0]);
if (what === 'serve') {
  const stop = (signal) => { console.log('stopped by', signal); clearInterval(alive); process.exitCode = 7; };
  const alive = setInterval(() => {}, 1000);
  process.once('SIGTERM', stop).once('SIGINT', stop);
  console.log('ready');
}`;

test('a Node that is new enough runs the command itself', async (t) => {
  const root = makeProject(t, '>=18.0');
  assert.deepEqual(await run(root, ['say', 'a', 'b c']), {
    code: 0,
    signal: null,
    stdout: 'a|b c system\n',
    stderr: '',
  });
  assert.equal((await run(root, ['exit', '3'])).code, 3);
});

test('an older Node passes arguments to the pinned one, and returns its exit code', async (t) => {
  const root = makeProject(t, '>=99.0');
  assert.deepEqual(await run(root, ['say', 'a', 'b c']), {
    code: 0,
    signal: null,
    stdout: 'a|b c pinned\n',
    stderr: '',
  });
  assert.equal((await run(root, ['exit', '3'])).code, 3);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} reaches the pinned Node, which stops gracefully`, async (t) => {
    const root = makeProject(t, '>=99.0');
    const ended = await run(root, ['serve'], signal);
    assert.deepEqual(ended, { code: 7, signal: null, stdout: `ready\nstopped by ${signal}\n`, stderr: '' });
  });
}

test('a command that a signal killed ends with that signal', async (t) => {
  const root = makeProject(t, '>=99.0');
  assert.equal((await run(root, ['die', 'SIGTERM'])).signal, 'SIGTERM');
  assert.equal((await run(root, ['die', 'SIGKILL'])).signal, 'SIGKILL');
});

test('missing packages or a missing Node are one line with the remedy', async (t) => {
  const root = makeProject(t, '>=99.0');
  rmSync(join(root, 'node_modules', '.bin', 'node'));
  const old = await run(root, ['say']);
  assert.equal(old.code, 1);
  assert.match(old.stderr, /^gable: Node 99.0 or newer is needed and this is .+\n$/);
  rmSync(join(root, 'node_modules'), { recursive: true });
  const bare = await run(root, ['say']);
  assert.equal(bare.code, 1);
  assert.match(bare.stderr, /^gable: the packages are not installed; run `npm ci` in .+\n$/);
});

test('the built service runs until a file that it was built from changes', async (t) => {
  const root = makeProject(t, '>=18.0');
  const files = ['src/processes/main.ts'];
  const digest = digestOf(files, () => main);
  mkdirSync(join(root, 'dist/service/1'), { recursive: true });
  writeFileSync(join(root, 'dist/service/current.json'), JSON.stringify({ folder: '1', files, digest }));
  writeFileSync(join(root, 'dist/service/1/main.mjs'), "console.log('built');");
  assert.equal((await run(root, ['say', 'a'])).stdout, 'built\n');
  writeFileSync(join(root, 'src/processes/main.ts'), `${main}\nconsole.log('changed');`);
  assert.equal((await run(root, ['say', 'a'])).stdout, 'a system\nchanged\n');
  writeFileSync(join(root, 'src/processes/main.ts'), main);
  rmSync(join(root, 'dist/service/1'), { recursive: true });
  assert.equal((await run(root, ['say', 'a'])).stdout, 'a system\n', 'a build that is gone');
});

test('a build that was compared before notices a change of the same size and with an older time', async (t) => {
  const root = makeProject(t, '>=18.0');
  const source = join(root, 'src/processes/main.ts');
  const files = ['src/processes/main.ts'];
  mkdirSync(join(root, 'dist/service/1'), { recursive: true });
  writeFileSync(join(root, 'dist/service/1/main.mjs'), "console.log('built');");
  const current = { folder: '1', files, digest: digestOf(files, () => main) };
  writeFileSync(join(root, 'dist/service/current.json'), JSON.stringify(current));
  const built = join(root, 'dist/service/1/main.mjs');
  const compared = join(root, 'dist/service/compared.txt');
  const isCompared = () => currentServiceBuild(root) === built && existsSync(compared);
  await until(isCompared, { every: 100, what: () => 'a recorded state of the files' });
  const { atime, mtime } = statSync(source);
  writeFileSync(source, main.replace('say', 'yas'));
  utimesSync(source, atime, mtime);
  assert.equal(statSync(source).size, main.length);
  assert.equal(currentServiceBuild(root), undefined);
  writeFileSync(source, main);
  assert.equal(currentServiceBuild(root), built, 'by its content');
});

/** A project whose pinned Node claims version 99.1 and is the Node of this test. */
function makeProject(t: TestContext, engines: string): string {
  const root = mkdtempSync(join(tmpdir(), 'gable-bin-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(project, 'bin', 'gable.mjs'), join(root, 'bin', 'gable.mjs'));
  cpSync(join(project, 'scripts', 'install'), join(root, 'scripts', 'install'), { recursive: true });
  for (const folder of ['src/processes', 'node_modules/.bin', 'node_modules/pinned/bin']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', engines: { node: engines } }));
  writeFileSync(join(root, 'src/processes/main.ts'), main);
  writeFileSync(join(root, 'node_modules/pinned/package.json'), JSON.stringify({ version: '99.1.0' }));
  const wrapper = `#!/bin/sh\nPINNED=pinned exec '${process.execPath}' "$@"\n`;
  writeFileSync(join(root, 'node_modules/pinned/bin/node'), wrapper, { mode: 0o755 });
  symlinkSync('../pinned/bin/node', join(root, 'node_modules/.bin/node'));
  return root;
}

function run(root: string, args: string[], signalWhenReady?: NodeJS.Signals) {
  const child = spawn(process.execPath, [join(root, 'bin', 'gable.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    if (signalWhenReady && stdout === 'ready\n') child.kill(signalWhenReady);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve: (ended: Ended) => void) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}
