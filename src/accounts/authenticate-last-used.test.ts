import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { createOwner } from '../../test/support/owners.ts';
import type { Db } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { listApiKeys } from './accounts.ts';
import { LastUsedRecorder } from './authenticate.ts';

const { db } = await freshDatabase({ after });
const failures: unknown[] = [];
const [noon, later] = [new Date('2026-01-15T12:00:00Z'), new Date('2026-01-15T12:00:07Z')];

async function newUse(over: Db = db) {
  const owner = await createOwner(db, systemClock);
  const lastUsed = new LastUsedRecorder(over, (error) => failures.push(error));
  const shown = async () => (await listApiKeys(db, owner.accountId))[0]?.lastUsedAt;
  return { id: owner.apiKey.apiKeyId, lastUsed, shown };
}

test('the last of many uses is written with the next flush', async () => {
  const { id, lastUsed, shown } = await newUse();
  assert.equal(await shown(), null);
  lastUsed.record(id, noon);
  lastUsed.record(id, later);
  await lastUsed.flush();
  assert.deepEqual(await shown(), later);
});

test('a process whose clock is behind does not set the time back', async () => {
  const { id, lastUsed, shown } = await newUse();
  for (const at of [later, noon]) {
    lastUsed.record(id, at);
    await lastUsed.flush();
  }
  assert.deepEqual(await shown(), later);
});

test('a time that could not be written is written with the next flush, unless there is a newer one', async () => {
  let away = true;
  const flaky: Db = { rows: (statement) => (away ? Promise.reject(new Error('away')) : db.rows(statement)) };
  const [one, other] = [await newUse(flaky), await newUse()];
  one.lastUsed.record(one.id, noon);
  one.lastUsed.record(other.id, noon);
  const failing = one.lastUsed.flush();
  one.lastUsed.record(one.id, later);
  await failing;
  assert.equal(failures.length, 1);
  away = false;
  await one.lastUsed.flush();
  assert.deepEqual([await one.shown(), await other.shown()], [later, noon]);
});
