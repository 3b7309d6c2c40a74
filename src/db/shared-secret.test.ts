import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { ensureSharedSecret } from './shared-secret.ts';

test('concurrent callers get the same secret, and another name has another', async (t) => {
  const { db } = await freshDatabase(t);
  const asked = await Promise.all(Array.from({ length: 8 }, () => ensureSharedSecret(db, 'cursor')));
  assert.equal(new Set(asked.map((secret) => secret.toString('hex'))).size, 1);
  assert.equal(asked[0]?.length, 32);
  assert.notDeepEqual(await ensureSharedSecret(db, 'other'), asked[0]);
});
