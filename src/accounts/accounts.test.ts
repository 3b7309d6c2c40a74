import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { createAccount, createApiKey, findAccount, isLiveKey, listAccounts } from './accounts.ts';
import { keyDigest } from './key.ts';

const { db } = await freshDatabase({ after });

test('an account is found by its unique name', async () => {
  const account = await createAccount(db, systemClock, 'Agence du Port');
  assert.ok(account !== undefined);
  assert.deepEqual(await findAccount(db, 'Agence du Port'), account);
  assert.equal(await createAccount(db, systemClock, 'Agence du Port'), undefined);
  assert.equal(await findAccount(db, 'agence du port'), undefined);
});

test('only the digest of a key is stored', async () => {
  const account = await createAccount(db, systemClock, 'Kept');
  const { key, row } = await createApiKey(db, systemClock, {
    accountId: account?.accountId ?? '',
    name: 'one',
  });
  assert.equal(await isLiveKey(db, key), true);
  const stored = await db.rows<{ api_key_id: string; digest: Buffer }>(
    sql`select * from api_key where api_key_id = ${row.apiKeyId}`,
  );
  assert.deepEqual(stored[0]?.digest, keyDigest(key));
  assert.ok(!JSON.stringify(stored).includes(key.slice(9, -4)));
});

test('accounts are listed in order of creation, each once, over all pages', async () => {
  await db.rows(sql`
    insert into account (account_id, name, created_at)
    select gen_random_uuid(), 'many ' || n, timestamptz '2026-01-01' + n / 3 * interval '1 second'
    from generate_series(1, 1200) as n`);
  const listed = await Array.fromAsync(listAccounts(db));
  assert.equal(new Set(listed.map(({ accountId }) => accountId)).size, listed.length);
  assert.equal(listed.filter(({ name }) => name.startsWith('many ')).length, 1_200);
  const times = listed.map(({ createdAt }) => createdAt.getTime());
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
});
