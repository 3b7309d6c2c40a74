import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import { sizeFindings } from './check-size.ts';

const root = join(import.meta.dirname, '..');
const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) });

test('a file of code may have 300 lines, is noted from 201 and fails from 301', () => {
  assert.deepEqual(sizeFindings([file('src/geo/a.ts', 200)]), { faults: [], notes: [] });
  assert.equal(sizeFindings([file('src/geo/a.ts', 201)]).notes.length, 1);
  assert.deepEqual(sizeFindings([file('src/geo/a.ts', 300)]).faults, []);
  assert.deepEqual(sizeFindings([file('src/geo/a.ts', 301)]).faults, [
    'src/geo/a.ts: 301 lines, the cap is 300',
  ]);
  assert.equal(sizeFindings([file('test/support/a.ts', 301)]).faults.length, 1);
});

test('tests and SQL have no cap and are noted from 401 lines; documents and records are not counted', () => {
  for (const path of ['src/geo/a.test.ts', 'migrations/0001_start.sql']) {
    assert.deepEqual(sizeFindings([file(path, 400)]), { faults: [], notes: [] });
    assert.deepEqual(sizeFindings([file(path, 401)]), { faults: [], notes: [`${path}: 401 lines`] });
  }
  assert.deepEqual(sizeFindings([file('package-lock.json', 9000), file('README.md', 900)]), {
    faults: [],
    notes: [],
  });
});

test('the linter refuses a function of more than 60 lines and more than four parameters', (t) => {
  const project = temporaryDirectory(t);
  cpSync(join(root, 'biome.json'), join(project, 'biome.json'));
  cpSync(join(root, '.gitignore'), join(project, '.gitignore'));
  const faultsIn = (text: string): string[] => {
    writeFileSync(join(project, 'x.ts'), text);
    const biome = join(root, 'node_modules', '.bin', 'biome');
    const { stdout, stderr } = spawnSync(biome, ['lint', '--reporter=github'], {
      cwd: project,
      encoding: 'utf8',
    });
    return [...`${stdout}${stderr}`.matchAll(/title=lint\/\w+\/(\w+)/g)].map(([, rule = '']) => rule);
  };
  const long = (lines: number) => `export function add(a: number[]) {\n${'  a.push(1);\n'.repeat(lines)}}\n`;
  assert.deepEqual(faultsIn(long(60)), []);
  assert.deepEqual(faultsIn(long(61)), ['noExcessiveLinesPerFunction']);
  assert.deepEqual(faultsIn('export const f = (...a: number[]) => a;\n'), []);
  const five = 'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];\n';
  assert.deepEqual(faultsIn(five), ['useMaxParams']);
});
