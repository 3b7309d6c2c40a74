import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { testFiles } from './command.ts';

test('a whole run has the tests of samples where samples are beside the checkout; a named one always', (t) => {
  const folder = temporaryDirectory(t);
  const root = join(folder, 'checkout');
  for (const path of ['src', 'test/samples', 'test/resilience']) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'a.test.ts'), '');
  }
  assert.deepEqual(testFiles(root, []), ['src/a.test.ts']);
  assert.deepEqual(testFiles(root, ['test/samples']), ['test/samples/a.test.ts']);
  mkdirSync(join(folder, 'shared/samples'), { recursive: true });
  assert.deepEqual(testFiles(root, []), ['src/a.test.ts', 'test/samples/a.test.ts']);
});
