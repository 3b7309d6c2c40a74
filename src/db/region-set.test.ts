import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { findTables, readSharedFragments, readStatements } from '../../test/support/sql-statements.ts';
import { planeOf } from './planes.ts';
import { requireAccountPlane, SeveralRegionsError } from './region-set.ts';

const isRefused = (text: string): boolean => {
  try {
    requireAccountPlane({ text });
    return false;
  } catch (error) {
    assert.ok(error instanceof SeveralRegionsError);
    return true;
  }
};

test('of all statements, those on a table of a region are refused to the account plane, and no other', () => {
  const files = globSync('src/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('src/console/'),
  );
  const fragments = readSharedFragments(files);
  const wrong: string[] = [];
  let refused = 0;
  for (const file of files) {
    for (const { text } of readStatements(file, fragments)) {
      const tables = findTables(text);
      const touchesRegion = tables.some((table) => planeOf(table) === 'region');
      // A truncation has no clause that names its tables.
      if (tables.length === 0) continue;
      if (isRefused(text) !== touchesRegion) wrong.push(`${file}: ${text.trim().slice(0, 200)}`);
      else if (touchesRegion) refused += 1;
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(refused > 100, `${refused} statements`);
});
