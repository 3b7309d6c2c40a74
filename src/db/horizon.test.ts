import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { passHorizon } from '../../test/support/horizon.ts';
import { changeLogReader, isKnownHorizon, readHorizon } from './horizon.ts';
import { sql } from './sql.ts';

const { db } = await freshDatabase({ after });
await db.rows(sql`create table horizon_log (name text primary key, changed_in xid8 not null)`);
const readLog = changeLogReader<string>(
  'select json_agg(name order by name) from horizon_log where changed_in >= $1::xid8',
);
const insert = (name: string) => sql`insert into horizon_log values (${name}, pg_current_xact_id())`;

test('an entry of a transaction that commits after later ones is read once it is committed', async () => {
  const start = await readHorizon(db);
  const { promise: finishing, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const slow = db.transaction(async (tx) => {
    await tx.rows(insert('slow'));
    begin();
    await finishing;
  });
  await begun;
  await db.rows(insert('quick'));
  const first = await readLog(db, start);
  assert.deepEqual(first.entries, ['quick']);
  finish();
  await slow;
  const second = await readLog(db, first.horizon);
  assert.deepEqual(
    second.entries,
    ['quick', 'slow'],
    'read again from the horizon of the oldest running transaction',
  );
  await passHorizon(db);
  const { horizon } = await readLog(db, second.horizon);
  await db.rows(insert('last'));
  const third = await readLog(db, horizon);
  assert.deepEqual(third.entries, ['last'], 'complete transactions are not read again');
});

test('a horizon above the latest transaction of the server is foreign', async () => {
  const horizon = await readHorizon(db);
  assert.equal(await isKnownHorizon(db, horizon), true);
  assert.equal(await isKnownHorizon(db, String(BigInt(horizon) + 1_000_000n)), false);
});
