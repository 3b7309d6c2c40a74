import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { type GrantRequest, requestGrant } from './store.ts';

const { db } = await freshDatabase({ after }, { max: 30 });

const take = (accountId: string, asked: Partial<GrantRequest> = {}) =>
  requestGrant(db, {
    accountId,
    wanted: 1,
    permitted: 80,
    windowSlots: 60,
    unusedSlot: 0,
    unused: 0,
    ...asked,
  });

/** An account with these counts, so many seconds ago. */
async function granted(ago: number[], counts: number[]): Promise<string> {
  const accountId = randomUUID();
  await db.rows(sql`
    insert into request_rate (account_id, slots, counts)
    select ${accountId}, array_agg(floor(extract(epoch from clock_timestamp()))::bigint - ago order by at), ${counts}::integer[]
    from unnest(${ago}::integer[]) with ordinality as t (ago, at)`);
  return accountId;
}

test('a first request is granted out of the full limit, in the current second of the database', async () => {
  const taken = await take(randomUUID(), { wanted: 5 });
  assert.deepEqual([taken.granted, taken.free], [5, 75]);
  assert.ok(Math.abs(taken.slot - Date.now() / 1000) < 5);
  assert.ok(taken.slotEndsInMs > 0 && taken.slotEndsInMs <= 1_000);
});

test('no more than an eighth of what is left is granted at once, and always at least one', async () => {
  const accountId = randomUUID();
  assert.equal((await take(accountId, { wanted: 80 })).granted, 10);
  assert.equal((await take(accountId, { wanted: 80 })).granted, 8);
  const nearly = await granted([1], [79]);
  assert.equal((await take(nearly, { wanted: 80 })).granted, 1);
  assert.deepEqual((await take(nearly, { wanted: 80 })).granted, 0);
});

test('a slot counts for its own second and for the window after it', async () => {
  // The second may change between the two statements, so the boundary is tested from both sides.
  assert.equal((await take(await granted([59], [80]))).granted, 0);
  assert.equal((await take(await granted([61], [80]))).granted, 1);
});

test('a refusal has the second in which the oldest slot leaves the window', async () => {
  const accountId = await granted([20, 10], [30, 50]);
  const { granted: none, slot, retrySlot } = await take(accountId);
  assert.equal(none, 0);
  assert.ok(retrySlot - slot === 41 || retrySlot - slot === 40);
});

test('returned requests can be granted again, but never more than were taken', async () => {
  const accountId = await granted([2], [80]);
  const rows = await db.rows<{ slot: number }>(
    sql`select slots[1] as slot from request_rate where account_id = ${accountId}`,
  );
  const unusedSlot = rows[0]?.slot ?? 0;
  assert.deepEqual((await take(accountId, { wanted: 0, unusedSlot, unused: 30 })).free, 30);
  assert.deepEqual((await take(accountId, { wanted: 0, unusedSlot, unused: 500 })).free, 80);
  assert.deepEqual((await take(accountId, { wanted: 0, unusedSlot, unused: 500 })).free, 80);
  assert.deepEqual((await take(accountId, { wanted: 0, unusedSlot: 1, unused: 500 })).free, 80);
});

test('200 concurrent calls are granted the limit and not one more', async () => {
  const accountId = randomUUID();
  const taken = await Promise.all(Array.from({ length: 200 }, () => take(accountId, { wanted: 3 })));
  assert.equal(
    taken.reduce((sum, one) => sum + one.granted, 0),
    80,
  );
});
