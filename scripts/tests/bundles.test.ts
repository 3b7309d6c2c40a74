import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { ALONE, writeBundles } from './bundles.ts';
import { runTests } from './run-in-project.ts';
import { findUnreported } from './unreported.ts';

const header = "import { after, beforeEach, test } from 'node:test';\n";
/** Leaves its process in a file named by the test. */
const noting = (name: string): string =>
  `${header}import { writeFileSync } from 'node:fs';\ntest('${name}', () => writeFileSync('${name}', String(process.pid)));\n`;

/** So many that a second process has a part of them. */
const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`src/${at}.test.ts`, noting(`${at}`)]),
);

test('in a whole run files share a process, and counts and slowest files are those of the files', async (t) => {
  const files = {
    'src/a.test.ts': noting('a'),
    'test/e2e/b.test.ts': noting('b'),
    'test/conformance/stalls.test.ts': noting('c'),
  };
  const { code, stdout, read } = await runTests(t, files);
  assert.equal(code, 0, stdout);
  assert.equal(read('a'), read('b'));
  assert.notEqual(read('a'), read('c'), 'it measures its process');
  assert.match(stdout, /ℹ tests 3\n[\s\S]*ℹ pass 3\nℹ fail 0\n/);
  for (const file of Object.keys(files)) {
    assert.match(stdout, new RegExp(`slowest files:[^]*\\d s {2}${file.replaceAll('.', '\\.')}\\n`));
  }
});

test('several processes run each of many files once', async (t) => {
  const { code, stdout } = await runTests(t, { ...many, 'test/e2e/c.test.ts': noting('c') });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /ℹ tests 13\n[\s\S]*ℹ pass 13\nℹ fail 0\n/);
});

test('the first process begins with files that start services, the others end with them', (t) => {
  const root = temporaryDirectory(t);
  const files = [...Object.keys(many), 'test/e2e/c.test.ts'];
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), noting('a'));
  }
  const bundles = writeBundles(root, files, { folder: root, processes: 2 });
  const queues = bundles.map((bundle) => readFileSync(bundle, 'utf8').match(/queue-\d/g));
  assert.deepEqual(queues, [
    ['queue-0', 'queue-1'],
    ['queue-1', 'queue-0'],
  ]);
  assert.deepEqual(JSON.parse(readFileSync(join(root, 'queue-0.json'), 'utf8')), ['test/e2e/c.test.ts']);
});

test('a process of several files that ends before its time fails the run', async (t) => {
  const leaving = `${header}test('a home is left', () => process.exit(0));\n`;
  const { code, stdout } = await runTests(t, { ...many, 'src/a.test.ts': leaving });
  assert.equal(code, 1, stdout);
});

test('a test that waits for what keeps no process alive has its result, and so have the files after it', async (t) => {
  const waiting = `${header}import { setTimeout as pause } from 'node:timers/promises';
    test('a home stands', () => pause(100, undefined, { ref: false }));\n`;
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': waiting, 'src/b.test.ts': noting('b') });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /ℹ tests 2\n[\s\S]*ℹ pass 2\nℹ fail 0\n/);
});

test('a file of which nothing was heard is found', () => {
  const reported = { files: [{ file: '/project/src/a.test.ts', seconds: 1 }] };
  const files = ['src/a.test.ts', 'src/b.test.ts'];
  assert.deepEqual(findUnreported('/project', files, reported), ['src/b.test.ts']);
});

test('named files have a process each', async (t) => {
  const files = { 'src/a.test.ts': noting('a'), 'src/b.test.ts': noting('b') };
  const { read } = await runTests(t, files, ['src']);
  assert.notEqual(read('a'), read('b'));
});

test('hooks belong to their file, and a skip is listed with it', async (t) => {
  const hooks = `${header}let ran = 0;\nbeforeEach(() => { ran += 1; });\ntest('a home has a hook', (t) => t.skip('no wall'));
    after(() => { if (ran !== 1) throw new Error('the hook ran ' + ran + ' times'); });\n`;
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': hooks, 'src/b.test.ts': noting('b') });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\nskipped:\n {2}a home has a hook \(src\/a\.test\.ts\): no wall\n/);
  assert.match(stdout, /ℹ tests 2\n[\s\S]*ℹ pass 1\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\n/);
});

test('a file that waits between two tests keeps its hooks until its last test', async (t) => {
  const waiting = `${header}let open = true;\nafter(() => { open = false; });\ntest('a home has a door', () => {});
    await new Promise((resolve) => setTimeout(resolve, 150));
    for (const room of ['hall', 'attic'])
      test('a home has a ' + room, async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (!open) throw new Error('the home is closed');
      });\n`;
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': waiting, 'src/b.test.ts': noting('b') });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /ℹ tests 4\n[\s\S]*ℹ pass 4\nℹ fail 0\n/);
});

test('a failing test and a file that cannot be loaded fail the run; their neighbours are run', async (t) => {
  const files = {
    'src/a.test.ts': `${header}test('a home has a moat', () => { throw new Error('no moat'); });\n`,
    'src/b.test.ts': "import './nowhere.ts';\n",
    'src/c.test.ts': noting('c'),
  };
  const { code, stdout, root } = await runTests(t, files);
  assert.equal(code, 1);
  assert.ok(existsSync(join(root, 'c')));
  assert.match(stdout, /no moat[\s\S]*ℹ tests 3\n[\s\S]*ℹ pass 1\nℹ fail 2\n/);
});

test('a process of several files that dies fails the run', async (t) => {
  const dying = `${header}test('a home burns down', () => process.exit(3));\n`;
  const { code, stdout } = await runTests(t, { ...many, 'src/a.test.ts': dying });
  assert.equal(code, 1, stdout);
  assert.doesNotMatch(stdout, /passed alone/);
});

test('every file that has a process of its own by name exists', () => {
  const root = join(import.meta.dirname, '..', '..');
  assert.deepEqual(
    Object.keys(ALONE).filter((file) => !existsSync(join(root, file))),
    [],
  );
});
