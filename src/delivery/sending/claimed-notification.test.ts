import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { sql } from '../../db/sql.ts';

test('a claim and a probe send the same members of a notification', async (t) => {
  const { db } = await freshDatabase(t);
  const rows = await db.rows<{ text: string }>(sql`
    select prosrc as text from pg_proc where proname in ('claim_notifications', 'claimed_notification')`);
  const [one, other] = rows.map(({ text }) =>
    [...text.matchAll(/'(\w+)', (n\.\w+)/g)].map(([member]) => member),
  );
  assert.ok((one?.length ?? 0) > 20);
  assert.deepEqual(one, other);
});
