import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';

const roof =
  "export const title = 'how fast a roof is drawn';\nexport const run = (args) => console.log('7 ms', ...args);\n";

test('a bench is run by its name, with the arguments after it', (t) => {
  const { code, stdout } = bench(t, { 'roof.ts': roof }, ['roof', '--rows', '9']);
  assert.equal(code, 0);
  assert.equal(stdout, 'roof: how fast a roof is drawn\n7 ms --rows 9\n');
});

test('without a name the benches are listed with their titles', (t) => {
  const { code, stdout } = bench(t, { 'roof.ts': roof, 'roof.test.ts': '', 'wall.ts': roof }, []);
  assert.equal(code, 0);
  assert.deepEqual(stdout.split('\n').slice(1, -1), [
    '  roof             how fast a roof is drawn',
    '  wall             how fast a roof is drawn',
  ]);
});

test('an unknown name lists the benches and exits 1', (t) => {
  for (const name of ['cellar', 'run', '../roof']) {
    const { code, stdout, stderr } = bench(t, { 'roof.ts': roof }, [name]);
    assert.equal(code, 1);
    assert.equal(stderr, `there is no bench called ${name}\n`);
    assert.match(stdout, / roof /);
  }
});

test('what a bench opened ends with it, the newest first, also when it breaks', (t) => {
  const ending = [
    "export const title = 'x';",
    'export const run = (_, scope) => {',
    "  for (const name of ['wall', 'roof']) scope.after(async () => console.log(name, 'ends'));",
    "  throw new Error('no bricks');",
    '};',
  ].join('\n');
  assert.equal(bench(t, { 'roof.ts': ending }, ['roof']).stdout, 'roof: x\nroof ends\nwall ends\n');
});

test('a bench that breaks exits 1', (t) => {
  const broken = "export const title = 'x';\nexport const run = () => { throw new Error('no bricks'); };\n";
  const { code, stderr } = bench(t, { 'roof.ts': broken }, ['roof']);
  assert.equal(code, 1);
  assert.match(stderr, /no bricks/);
});

function bench(t: TestContext, files: Record<string, string>, args: string[]) {
  const root = temporaryDirectory(t);
  for (const name of ['run.ts', 'support/scope.ts'])
    cpSync(join(import.meta.dirname, name), join(root, name));
  for (const [name, text] of Object.entries({ ...files, 'package.json': '{"type":"module"}' })) {
    writeFileSync(join(root, name), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'run.ts'), ...args], {
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}
