import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { findFewPages, readPageSizes } from './kept-pages.ts';

const GIGABYTE = 2 ** 30;
const { db } = await freshDatabase({ after });

test('a large database with the default of pages is noticed', () => {
  const few = findFewPages({ keptBytes: GIGABYTE / 8, databaseBytes: 3 * GIGABYTE });
  assert.match(few?.fault ?? '', /^the database of 3\.0 GB keeps 128 MB of pages/);
  assert.equal(few?.isNotice, true);
});

test('a small database, and a server that keeps enough, are not noticed', () => {
  assert.equal(findFewPages({ keptBytes: GIGABYTE / 8, databaseBytes: GIGABYTE / 2 }), undefined);
  assert.equal(findFewPages({ keptBytes: GIGABYTE, databaseBytes: 3 * GIGABYTE }), undefined);
  assert.equal(findFewPages({ keptBytes: 2 * GIGABYTE, databaseBytes: 60 * GIGABYTE }), undefined);
});

test('both sizes are read from the server', async () => {
  const sizes = await readPageSizes(db);
  assert.ok(
    (sizes?.keptBytes ?? 0) >= 2 ** 20 && (sizes?.databaseBytes ?? 0) >= 2 ** 20,
    JSON.stringify(sizes),
  );
});
