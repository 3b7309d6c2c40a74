import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTests } from './run-in-project.ts';

const header = "import { test } from 'node:test';\nimport { existsSync, writeFileSync } from 'node:fs';\n";
const good = `${header}test('a home has a door', () => {});\n`;
const bad = `${header}test('a home has a moat', () => { throw new Error('no moat'); });\n`;
/** Fails the first time it runs in a project, with a thrown error and a line of its log. */
const failingOnce = (name: string): string => `${header}test('a home has a ${name}', () => {
  if (existsSync('${name}')) return;
  writeFileSync('${name}', '');
  console.log('${name}: the log of the test');
  throw new Error('no ${name} yet');
});\n`;

for (const folder of ['src', 'scripts']) {
  test(`a file of ${folder} that fails beside others and passes alone is shown, and the run is green`, async (t) => {
    const files = { [`${folder}/a.test.ts`]: failingOnce('cellar'), 'src/b.test.ts': good };
    const { code, stdout } = await runTests(t, files);
    assert.equal(code, 0, stdout);
    const [, block = ''] = stdout.split(`\nfailed beside other tests, passed alone: ${folder}/a.test.ts (`);
    assert.match(block, /cellar: the log of the test\n[\s\S]*✖ a home has a cellar\n[\s\S]*no cellar yet/);
    assert.match(stdout, /ℹ tests 2\n[\s\S]*ℹ pass 2\nℹ fail 0\nℹ cancelled 0\n/);
  });
}

test('a file that fails alone too fails the run', async (t) => {
  const { code, stdout } = await runTests(t, {
    'src/a.test.ts': bad,
    'scripts/b.test.ts': failingOnce('roof'),
  });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /\nfailed beside other tests, failed alone too: src\/a\.test\.ts \((?:embedded|debian)\):\n/,
  );
  assert.match(
    stdout,
    /\nfailed beside other tests, passed alone: scripts\/b\.test\.ts \((?:embedded|debian)\):\n/,
  );
  assert.match(stdout, /ℹ fail 2\n/);
});

test('more than three failing files fail the run at once', async (t) => {
  const names = ['cellar', 'roof', 'attic', 'porch'];
  const files = Object.fromEntries(names.map((name) => [`src/${name}.test.ts`, failingOnce(name)]));
  const { code, stdout } = await runTests(t, files);
  assert.equal(code, 1);
  assert.doesNotMatch(stdout, /again, alone|passed alone/);
});

test('a named file is not run again', async (t) => {
  const { code, stdout } = await runTests(t, { 'src/a.test.ts': failingOnce('cellar') }, ['src/a.test.ts']);
  assert.equal(code, 1);
  assert.doesNotMatch(stdout, /passed alone/);
});
