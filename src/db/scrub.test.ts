import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { systemClock } from '../lib/clock.ts';
import { olderTransactionsEnded } from './scrub.ts';
import { sql } from './sql.ts';

test('a scrub waits for the transactions that began before it, and says when one does not end', async (t) => {
  const { db } = await freshDatabase(t);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const older = db.transaction(async (tx) => {
    await tx.rows(sql`select 1`);
    begin();
    await released;
  });
  await begun;
  assert.equal(await olderTransactionsEnded(db, systemClock, 300), false);
  const waiting = olderTransactionsEnded(db, systemClock, 10_000);
  release();
  await older;
  assert.equal(await waiting, true);
});
