import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRepeated, RUN_ON_BOTH } from './postgres.ts';

const whole = { flags: [], paths: [] };

test('the files that test statements run on both servers', () => {
  assert.ok(isRepeated('src/db/migrate.test.ts', whole));
  assert.ok(!isRepeated('src/db/pooler.test.ts', whole));
  assert.ok(isRepeated('test/conformance/isolation.test.ts', whole));
  assert.ok(!isRepeated('test/conformance/limits.test.ts', whole));
  assert.ok(!isRepeated('test/e2e/start.test.ts', whole));
  assert.ok(isRepeated('test/e2e/start.test.ts', { ...whole, postgres: 'both' }));
});

test('every file that runs on both by name exists', () => {
  const root = join(import.meta.dirname, '..', '..');
  assert.deepEqual(
    Object.keys(RUN_ON_BOTH).filter((file) => !existsSync(join(root, file))),
    [],
  );
});
