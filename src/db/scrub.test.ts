import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { systemClock } from '../lib/clock.ts';
import { cutLog, olderTransactionsEnded } from './scrub.ts';
import { type Db, sql } from './sql.ts';

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

test('a checkpoint that takes longer than a statement may is asked for again', async (t) => {
  const { db, connection } = await freshDatabase(t, { statementTimeoutMs: 1_000 });
  if ('connectionString' in connection)
    return t.skip('the role may make no checkpoint on a server of others');
  let asked = 0;
  await db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(88)`);
    // A checkpoint of a busy disk takes as long as the lock of another session.
    const busy: Db = {
      rows: (statement) => {
        if (statement.text !== 'checkpoint') return db.rows(statement);
        asked += 1;
        return db.rows(asked < 3 ? sql`select pg_advisory_xact_lock(88)` : sql`select 1`);
      },
    };
    assert.equal(await cutLog(busy), true);
  });
  assert.equal(asked, 4, 'the first of two, twice again');
});
