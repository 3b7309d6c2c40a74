import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createApiKey, revokeApiKey } from '../../src/accounts/accounts.ts';
import { generateApiKey } from '../../src/accounts/key.ts';
import { startApi } from '../support/api.ts';
import type { ProblemBody } from '../support/problem-referee.ts';
import { readHeader, type TestResponse } from '../support/test-response.ts';

const api = await startApi({ after });

const detailOf = ({ body }: TestResponse): string => (body as ProblemBody).detail;
const withKey = (key: string | null) => api.call({ path: '/sources', key });

/** A key with one character of its checksum changed. */
const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

const refused: [key: string | null, what: string][] = [
  [null, 'no key'],
  ['', 'an empty key'],
  ['hello', 'a word'],
  ['gbl_live_', 'the prefix alone'],
  [generateApiKey(), 'a well-formed key that was never given out'],
  [mistyped(api.owner.key), 'a key with a wrong checksum'],
  [api.owner.key.toLowerCase(), 'a key in lower case'],
  [` ${api.owner.key}`.repeat(2).trim(), 'a key twice, with spaces'],
  [`${api.owner.key}, ${api.owner.key}`, 'what two X-API-KEY headers become'],
  [`gbl_live_${'a'.repeat(10_240)}`, 'a key of 10 KB'],
  ['clé-été-漢', 'a key that is not ASCII'],
  ['__proto__', 'a name of JavaScript'],
  ['0123456789abcdef0123456789abcdef', 'a key of the earlier version'],
];

for (const [key, what] of refused) {
  test(`${what} is refused with 401, the scheme to use, and no echo`, async () => {
    const answered = await withKey(key);
    assert.equal(answered.status, 401);
    assert.equal(readHeader(answered, 'www-authenticate'), 'ApiKey');
    assert.match(detailOf(answered), /X-API-KEY/);
    if (key !== null && key.length > 3) assert.ok(!answered.text.includes(key));
  });
}

test('two X-API-KEY headers are refused, even when both are the same valid key', async () => {
  const answered = await api.call({
    path: '/sources',
    key: null,
    headers: { 'x-api-key': [api.owner.key, api.owner.key] },
  });
  assert.equal(answered.status, 401);
});

test('a key of the earlier version is refused with the advice to generate a new one', async () => {
  for (const key of ['0123456789abcdef0123456789abcdef', '6f1e5c0a-6a0f-4a52-9a3f-0f8f1f0c9d11']) {
    assert.match(detailOf(await withKey(key)), /earlier major version.+generate a new key/);
  }
});

test('a revoked key is answered like an unknown one', async () => {
  const { key, row } = await createApiKey(api.db, api.clock, {
    accountId: api.owner.accountId,
    name: 'lost',
  });
  await revokeApiKey(api.db, api.clock, api.owner, row.apiKeyId);
  const [revoked, unknown] = [await withKey(key), await withKey(generateApiKey())];
  const visibleResponse = ({ status, headers, text }: TestResponse) => ({
    status,
    text: text.replace(/req_\w+/, ''),
    headers: { ...headers, 'x-request-id': '', 'x-ratelimit-remaining': '', date: '' },
  });
  assert.deepEqual(visibleResponse(revoked), visibleResponse(unknown));
});

test('a key in the query is not read, not echoed and not logged', async () => {
  for (const name of ['X-API-KEY', 'x-api-key', 'api_key', 'key']) {
    const path = `/sources?${name}=${api.owner.key}`;
    assert.equal((await api.call({ path, key: null })).status, 401);
    assert.equal((await api.call({ path })).status, 400, 'it is an unknown parameter beside the header');
  }
  const asName = await api.call({ path: `/sources?${api.owner.key}=1` });
  assert.equal(asName.status, 400);
  assert.ok(!asName.text.includes(api.owner.key));
  assert.ok(!JSON.stringify(api.log).includes(api.owner.key.slice(9)));
});

test('a mistyped key is refused without asking the database', async (t) => {
  const gone = await startApi(t);
  await gone.db.end();
  assert.equal((await gone.call({ path: '/sources', key: mistyped(gone.owner.key) })).status, 401);
  assert.equal(
    (await gone.call({ path: '/sources', key: generateApiKey() })).status,
    503,
    'a whole one must ask',
  );
});

test('on an open path a wrong key changes nothing', async () => {
  const path = '/problems/validation';
  assert.equal((await api.call({ path, key: mistyped(api.owner.key) })).status, 200);
  assert.equal((await api.call({ path, key: null })).status, 200);
});
