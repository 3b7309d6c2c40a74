import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quickFiles } from './quick.ts';

const root = join(import.meta.dirname, '..', '..');

test('the quick tests are the unit tests that import no server, directly or indirectly', () => {
  const files = globSync('**/*.test.ts', { cwd: root, exclude: ['node_modules'] });
  const quick = quickFiles(root, files);
  assert.ok(quick.length > 100, `${quick.length}`);
  assert.ok(quick.includes('src/criteria/parse.test.ts'));
  assert.ok(files.includes('src/ingest/pipeline.test.ts') && !quick.includes('src/ingest/pipeline.test.ts'));
  assert.deepEqual(
    quick.filter((file) => !file.startsWith('src/')),
    [],
  );
});
