import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFiles } from './command.ts';
import { filesToRepeat, isRepeated, RUN_ON_BOTH, STATEMENTS_OF_OTHERS, splitFiles } from './postgres.ts';

const whole = { flags: [], paths: [] };

test('the files that test statements run on both servers', () => {
  assert.ok(isRepeated('src/db/migrate.test.ts', whole));
  assert.ok(!isRepeated('src/db/pooler.test.ts', whole));
  assert.ok(isRepeated('src/ingest/raw.test.ts', whole));
  assert.ok(!isRepeated('src/ingest/pipeline.test.ts', whole), 'its statements are those of other files');
  assert.ok(isRepeated('test/conformance/isolation.test.ts', whole));
  assert.ok(!isRepeated('test/conformance/limits.test.ts', whole));
  assert.ok(!isRepeated('test/e2e/start.test.ts', whole));
  assert.ok(isRepeated('test/e2e/start.test.ts', { ...whole, postgres: 'both' }));
});

const root = join(import.meta.dirname, '..', '..');

test('the passes have every file once, and the files that test statements twice', () => {
  const files = testFiles(root, []);
  const passes = splitFiles(root, files, { parsed: whole, servers: ['debian', 'embedded'] });
  assert.deepEqual(
    passes.map(({ name, postgres }) => `${name} ${postgres}`),
    ['first debian', 'again embedded'],
  );
  const [first, second] = passes;
  assert.ok(first && second);
  const inFirst = new Set(first.files);
  assert.deepEqual([...new Set(passes.flatMap((pass) => pass.files))].sort(), files);
  assert.deepEqual(
    second.files.filter((file) => inFirst.has(file)),
    filesToRepeat(root, files, whole).sort(),
  );
  for (const file of Object.keys(RUN_ON_BOTH))
    assert.ok(inFirst.has(file) && second.files.includes(file), file);
  for (const file of ['src/criteria/parse.test.ts', 'scripts/run-tests.test.ts', 'bench/run.test.ts'])
    assert.ok(!inFirst.has(file), `${file} uses no server`);
});

test('on one server every file runs in one pass', () => {
  const files = ['src/criteria/parse.test.ts', 'src/ingest/pipeline.test.ts'];
  const only = { name: 'first', postgres: 'embedded' };
  assert.deepEqual(splitFiles(root, files, { parsed: whole, servers: ['embedded'] }), [{ ...only, files }]);
  const [unit] = files as [string];
  assert.deepEqual(splitFiles(root, [unit], { parsed: whole, servers: ['embedded', 'debian'] }), [
    { ...only, files: [unit] },
  ]);
});

test('every file that is listed by name exists', () => {
  assert.deepEqual(
    [...Object.keys(RUN_ON_BOTH), ...STATEMENTS_OF_OTHERS].filter((file) => !existsSync(join(root, file))),
    [],
  );
});
