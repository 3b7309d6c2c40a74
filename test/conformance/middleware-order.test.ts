import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import type { TestRequest } from '../support/checked-call.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });

/** A request that fails at every middleware step; each correction reaches the next step. */
const worst: TestRequest = {
  method: 'POST',
  path: '/favorite-properties?unknown=1',
  key: 'wrong',
  accept: 'text/html',
  type: 'text/plain',
  body: '{"propertyId":',
};
const authenticated = { ...worst, key: api.owner.key };
const acceptable = { ...authenticated, accept: 'application/json' };
const readable = { ...acceptable, type: 'application/json' };
const understood = { ...readable, path: '/favorite-properties', body: { propertyId: 'x' } };

test('authentication comes before negotiation, negotiation before the body, the body before the domain', async () => {
  for (const [asking, status] of [
    [worst, 401],
    [authenticated, 406],
    [acceptable, 415],
    [readable, 400],
    [understood, 422],
  ] as const) {
    assert.equal((await api.call(asking)).status, status);
  }
});

test('the rate limit comes after authentication and before negotiation', async (t) => {
  const tight = await startApi(t, { rate: { permitted: 1 } });
  assert.equal((await tight.call({ ...worst, key: tight.owner.key })).status, 406);
  assert.equal((await tight.call({ ...worst, key: tight.owner.key })).status, 429);
  assert.equal((await tight.call(worst)).status, 401, 'a call without an account is none of the account');
});

test('an unknown path and an unknown method are refused before a body is read', async () => {
  const huge = { body: Buffer.alloc(2_000_000, ' '), type: 'nonsense', outside: true } as const;
  assert.equal((await api.call({ ...huge, method: 'POST', path: '/nowhere' })).status, 404);
  assert.equal((await api.call({ ...huge, method: 'PUT', path: '/sources' })).status, 405);
});

test('every request has an id of its own, whatever the client sends', async () => {
  const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () =>
      readHeader(await api.call({ path: '/source-categories', headers }), 'x-request-id'),
    ),
  );
  assert.equal(new Set(ids).size, 50);
  assert.ok(!ids.includes('mine'));
});

test('every line of the log has the id of its request and the account, and no line the key', async () => {
  const answered = await api.call({ path: '/sources?page=1' });
  const lines = api.log.filter(({ fields }) => fields['requestId'] === readHeader(answered, 'x-request-id'));
  assert.equal(lines.length, 1);
  const { at, ...fields } = lines[0]?.fields ?? {};
  assert.ok(at instanceof Date);
  assert.deepEqual(
    { ...fields, ms: 0, requestId: '' },
    {
      requestId: '',
      method: 'GET',
      route: 'GET /sources',
      status: 200,
      ms: 0,
      accountId: api.owner.accountId,
    },
  );
  assert.ok(!JSON.stringify(api.log).includes(api.owner.key.slice(9)));
});
