import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { findSmallBuffers, readBufferSizes } from './shared-buffers.ts';

const GIGABYTE = 2 ** 30;
const { db } = await freshDatabase({ after });

test('a large database with the default of shared_buffers is noticed', () => {
  const few = findSmallBuffers({ bufferBytes: GIGABYTE / 8, databaseBytes: 3 * GIGABYTE });
  assert.match(few?.fault ?? '', /^the database of 3\.0 GB has 128 MB of shared_buffers/);
  assert.equal(few?.isNotice, true);
});

test('a small database, and a server that has enough, are not noticed', () => {
  assert.equal(findSmallBuffers({ bufferBytes: GIGABYTE / 8, databaseBytes: GIGABYTE / 2 }), undefined);
  assert.equal(findSmallBuffers({ bufferBytes: GIGABYTE, databaseBytes: 3 * GIGABYTE }), undefined);
  assert.equal(findSmallBuffers({ bufferBytes: 2 * GIGABYTE, databaseBytes: 60 * GIGABYTE }), undefined);
});

test('both sizes are read from the server', async () => {
  const sizes = await readBufferSizes(db);
  assert.ok(
    (sizes?.bufferBytes ?? 0) >= 2 ** 20 && (sizes?.databaseBytes ?? 0) >= 2 ** 20,
    JSON.stringify(sizes),
  );
});
