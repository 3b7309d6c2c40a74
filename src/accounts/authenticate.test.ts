import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { createOwner } from '../../test/support/owners.ts';
import { type Db, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { createApiKey, isLiveKey, listApiKeys, revokeApiKey } from './accounts.ts';
import { createAuthenticator, MAX_KEY_AGE_MS, MAX_REVOCATION_DELAY_MS } from './authenticate.ts';
import { generateApiKey } from './key.ts';

const { db } = await freshDatabase({ after });
const owner = await createOwner(db, systemClock);

/** An authenticator with a clock that the test moves, over a database that counts its queries. */
function watched() {
  const state = { now: 1_000, questions: 0, answers: 0 };
  const counting: Db = {
    rows: (statement) => {
      state.questions += 1;
      return db.rows<never>(statement).finally(() => {
        state.answers += 1;
      });
    },
  };
  return { state, authenticator: createAuthenticator(counting, () => state.now) };
}

async function newKey(name = 'some'): Promise<{ key: string; apiKeyId: string }> {
  const { key, row } = await createApiKey(db, systemClock, { accountId: owner.accountId, name });
  return { key, apiKeyId: row.apiKeyId };
}

const later = () => new Promise((resolve) => setImmediate(resolve));

test('a key is queried once, then trusted for a second without a promise', async () => {
  const { state, authenticator } = watched();
  const { key, apiKeyId } = await newKey();
  const caller = {
    accountId: owner.accountId,
    apiKeyId,
    operator: false,
    scope: 'FULL',
    role: 'OWNER',
    billedInCredits: false,
  };
  assert.deepEqual(await authenticator.authenticate(key), { caller });
  state.now += MAX_REVOCATION_DELAY_MS / 2 - 1;
  assert.deepEqual(authenticator.authenticate(key), { caller });
  assert.equal(state.questions, 2, 'the key, and whether any was revoked');
  state.now += MAX_REVOCATION_DELAY_MS + 1;
  assert.ok(
    authenticator.authenticate(key) instanceof Promise,
    'nobody looked meanwhile: it is asked for again',
  );
});

test('calls that come together make one query of their key', async () => {
  const { state, authenticator } = watched();
  const { key } = await newKey();
  const together = () => Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate(key)));
  assert.ok((await together()).every((one) => 'caller' in one));
  assert.equal(state.questions, 1);
  state.now += MAX_KEY_AGE_MS + MAX_REVOCATION_DELAY_MS;
  assert.ok((await together()).every((one) => 'caller' in one));
  assert.equal(state.questions, 3, 'the key again, and whether any was revoked');
});

test('a call that comes long after a query began makes its own', async () => {
  const { state, authenticator } = watched();
  const { key } = await newKey();
  const first = authenticator.authenticate(key);
  state.now += MAX_REVOCATION_DELAY_MS;
  const second = authenticator.authenticate(key);
  assert.equal(state.questions, 2);
  await Promise.all([first, second]);
});

test('one query finds the revoked keys among those in use, and no request waits', async () => {
  const { state, authenticator } = watched();
  const keys = [await newKey(), await newKey(), await newKey()];
  for (const { key } of keys) await authenticator.authenticate(key);
  await revokeApiKey(db, systemClock, owner, keys[2]?.apiKeyId ?? '');
  const [first = '', second = '', revoked = ''] = keys.map(({ key }) => key);
  for (let turn = 0; turn < 6; turn++) {
    state.now += MAX_REVOCATION_DELAY_MS / 2;
    const before = state.questions;
    for (const key of [first, second]) assert.ok('caller' in authenticator.authenticate(key));
    while (state.questions === before || state.answers < state.questions) await later();
    await later();
    assert.equal(state.questions, before + 1, 'one look for all keys');
  }
  assert.deepEqual(await authenticator.authenticate(revoked), { refused: 'unknown' });
});

test('the other facts of a key are queried again after five seconds', async () => {
  const { state, authenticator } = watched();
  const { key } = await newKey();
  await authenticator.authenticate(key);
  for (
    let passed = 0;
    passed < MAX_KEY_AGE_MS - MAX_REVOCATION_DELAY_MS;
    passed += MAX_REVOCATION_DELAY_MS / 2
  ) {
    state.now += MAX_REVOCATION_DELAY_MS / 2;
    await authenticator.authenticate(key);
    await db.rows(sql`select 1`);
    await later();
  }
  state.now += MAX_REVOCATION_DELAY_MS;
  assert.ok(authenticator.authenticate(key) instanceof Promise);
});

test('a revoked key is refused within a second', async () => {
  const { state, authenticator } = watched();
  const { key, apiKeyId } = await newKey();
  await authenticator.authenticate(key);
  await revokeApiKey(db, systemClock, owner, apiKeyId);
  assert.ok('caller' in (await authenticator.authenticate(key)), 'trusted still');
  state.now += MAX_REVOCATION_DELAY_MS;
  assert.deepEqual(await authenticator.authenticate(key), { refused: 'unknown' });
  assert.equal(await isLiveKey(db, key), false);
});

test('the second of trust starts when the query is sent, not when its result arrives', async () => {
  const { key } = await newKey();
  let now = 0;
  const slow: Db = {
    rows: async (statement) => {
      const rows = await db.rows(statement);
      now += 600;
      return rows as never;
    },
  };
  const authenticator = createAuthenticator(slow, () => now);
  await authenticator.authenticate(key);
  now += 399;
  assert.ok('caller' in authenticator.authenticate(key));
  now += 1;
  assert.ok(authenticator.authenticate(key) instanceof Promise);
});

test('a malformed key is refused without a query, and so is an unknown one when no query is allowed', async () => {
  const { state, authenticator } = watched();
  const { key } = await newKey();
  for (const [text, refused] of [
    ['', 'malformed'],
    [`${key}x`, 'malformed'],
    [key.slice(0, -1), 'malformed'],
    ['0123456789abcdef0123456789abcdef', 'earlier-version'],
  ] as const) {
    assert.deepEqual(authenticator.authenticate(text), { refused });
  }
  assert.deepEqual(
    authenticator.authenticate(key, () => false),
    { refused: 'unknown' },
  );
  assert.equal(state.questions, 0);
  await authenticator.authenticate(key);
  assert.ok(
    'caller' in authenticator.authenticate(key, () => false),
    'a key that is known needs no question',
  );
  state.now += MAX_REVOCATION_DELAY_MS;
  assert.ok(
    'caller' in (await authenticator.authenticate(key, () => false)),
    'one that was valid is asked for',
  );
});

test('an unknown key is never cached', async () => {
  const { state, authenticator } = watched();
  const key = generateApiKey();
  for (const _ of [1, 2]) assert.deepEqual(await authenticator.authenticate(key), { refused: 'unknown' });
  assert.equal(state.questions, 2);
});

test('when the database fails so does the request, and no key is accepted or refused for it', async () => {
  const { key } = await newKey();
  let away = true;
  const flaky: Db = { rows: (statement) => (away ? Promise.reject(new Error('away')) : db.rows(statement)) };
  const authenticator = createAuthenticator(flaky);
  await assert.rejects(async () => authenticator.authenticate(key), /away/);
  away = false;
  assert.ok('caller' in (await authenticator.authenticate(key)));
});

test('keys are listed by name and hint, never with their secret', async () => {
  const { key } = await newKey('listed');
  const listed = (await listApiKeys(db, owner.accountId)).find(({ name }) => name === 'listed');
  assert.equal(listed?.hint, key.slice(-4));
  assert.ok(!JSON.stringify(listed).includes(key.slice(9, -4)));
});

test('a key is revoked by id, or by its name when only one live key has it', async () => {
  const twin = await newKey('twin');
  await newKey('twin');
  assert.deepEqual(await revokeApiKey(db, systemClock, owner, 'twin'), { outcome: 'ambiguous' });
  assert.deepEqual(await revokeApiKey(db, systemClock, owner, 'nobody'), { outcome: 'unknown' });
  const first = await revokeApiKey(db, systemClock, owner, twin.apiKeyId);
  assert.equal(first.outcome, 'revoked');
  assert.equal((await revokeApiKey(db, systemClock, owner, 'twin')).outcome, 'revoked', 'now one is left');
  const again = await revokeApiKey(db, systemClock, owner, twin.apiKeyId);
  assert.deepEqual(again, first, 'the first moment counts');
  const stranger = await createOwner(db, systemClock);
  assert.deepEqual(await revokeApiKey(db, systemClock, owner, stranger.apiKey.apiKeyId), {
    outcome: 'unknown',
  });
});
