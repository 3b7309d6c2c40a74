import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFiles } from './command.ts';
import { isRepeated, RUN_ON_BOTH, STATEMENTS_OF_OTHERS, splitFiles } from './postgres.ts';

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

test('two passes have every file once, and the files that test statements twice', () => {
  const files = testFiles(root, []);
  const [first, second] = splitFiles(root, files, { parsed: whole, servers: 2 });
  assert.ok(first && second);
  const inFirst = new Set(first.files);
  assert.deepEqual([...new Set([...first.files, ...second.files])].sort(), files);
  assert.equal(second.files.filter((file) => inFirst.has(file)).length, second.again);
  for (const file of Object.keys(RUN_ON_BOTH))
    assert.ok(inFirst.has(file) && second.files.includes(file), file);
  for (const file of ['src/criteria/parse.test.ts', 'scripts/run-tests.test.ts', 'bench/run.test.ts'])
    assert.ok(!inFirst.has(file), `${file} uses no server`);
  assert.ok(inFirst.has('test/e2e/start.test.ts'), 'a file that starts services begins early');
});

test('on one server every file runs in one pass', () => {
  const files = ['src/criteria/parse.test.ts', 'src/ingest/pipeline.test.ts'];
  assert.deepEqual(splitFiles(root, files, { parsed: whole, servers: 1 }), [{ files, again: 0 }]);
  const [unit] = files as [string];
  assert.deepEqual(splitFiles(root, [unit], { parsed: whole, servers: 2 }), [{ files: [unit], again: 0 }]);
});

test('every file that is listed by name exists', () => {
  assert.deepEqual(
    [...Object.keys(RUN_ON_BOTH), ...STATEMENTS_OF_OTHERS].filter((file) => !existsSync(join(root, file))),
    [],
  );
});
