import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { readDirectorySizes } from './directory-sizes.ts';

test('every file below a directory is counted, the largest directory first', (t) => {
  const root = temporaryDirectory(t);
  for (const [path, bytes] of Object.entries({ 'a/one': 3, 'b/deep/two': 5, 'b/three': 7, 'c/four': 9 })) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), 'x'.repeat(bytes));
  }
  writeFileSync(join(root, 'file'), 'not in a directory');
  assert.deepEqual(readDirectorySizes(root, ['c']), [
    { directory: 'b', bytes: 12 },
    { directory: 'a', bytes: 3 },
  ]);
  assert.deepEqual(readDirectorySizes(join(root, 'absent'), []), []);
});
