import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { consoleCall, consoleHeaders, ORIGIN, readTestCookie, signInLocally } from '../support/signed-in.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });
const { app } = api;

test('local sign-in enters the demo account', async () => {
  const cookie = await signInLocally(app);
  const { status, body } = await consoleCall(api, cookie, { path: '/console/api/me' });
  assert.equal(status, 200);
  const { accountName, operator, name } = body as Record<string, unknown>;
  assert.deepEqual([accountName, operator, name], ['demo', true, 'Local developer']);
});

test('a signed-in browser calls the API without a key', async () => {
  const cookie = await signInLocally(app);
  assert.equal((await consoleCall(api, cookie, { path: '/sources' })).status, 200);
  const made = await consoleCall(api, cookie, { method: 'POST', path: '/alerts/forecast', body: {} });
  assert.equal(made.status, 200);
});

test('the cookie alone is refused: calls of the console need its header too', async () => {
  const cookie = await signInLocally(app);
  for (const path of ['/sources', '/console/api/me']) {
    assert.equal((await api.call({ path, key: null, headers: { cookie } })).status, 401);
  }
});

const change = { method: 'POST', path: '/console/api/keys', body: { name: 'planted' } } as const;

test('a call from another site is refused, whatever it carries', async () => {
  const cookie = await signInLocally(app);
  const elsewhere = 'https://elsewhere.example';
  const foreign: Record<string, string>[] = [
    { cookie },
    { cookie, origin: elsewhere },
    { ...consoleHeaders(cookie), origin: elsewhere },
    { ...consoleHeaders(cookie), origin: 'null' },
    { ...consoleHeaders(cookie), 'sec-fetch-site': 'cross-site' },
    { ...consoleHeaders(cookie), 'sec-fetch-site': 'same-site' },
    { cookie, 'x-gable-console': '1' },
  ];
  for (const headers of foreign) {
    const { status } = await api.call({ ...change, key: null, headers });
    assert.ok(status === 401 || status === 403, JSON.stringify(headers));
    const local = await app.inject({
      method: 'POST',
      url: '/console/sign-in/local',
      headers: { ...headers, origin: headers['origin'] ?? elsewhere },
    });
    if (headers['origin'] !== ORIGIN || headers['sec-fetch-site'] !== 'same-origin')
      assert.equal(local.statusCode, 403);
  }
  const { text } = await consoleCall(api, cookie, { path: '/console/api/keys' });
  assert.ok(!text.includes('planted'));
});

test('CORS preflights of other origins are refused', async () => {
  const asked = await app.inject({
    method: 'OPTIONS',
    url: '/console/api/keys',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'x-gable-console' },
  });
  assert.equal(asked.headers['access-control-allow-origin'], undefined);
  assert.equal(asked.statusCode, 405);
});

test('a session fixed before a sign-in is not the one after it', async () => {
  const planted = await signInLocally(app);
  const answer = await app.inject({
    method: 'POST',
    url: '/console/sign-in/local',
    headers: { origin: ORIGIN, cookie: planted },
  });
  const own = readTestCookie(answer.headers['set-cookie'], 'gable_session');
  assert.notEqual(own, planted);
  assert.equal((await consoleCall(api, planted, { path: '/console/api/me' })).status, 401);
  assert.equal((await consoleCall(api, own, { path: '/console/api/me' })).status, 200);
  const made = `gable_session=${'A'.repeat(43)}`;
  assert.equal((await consoleCall(api, made, { path: '/console/api/me' })).status, 401);
  assert.equal((await consoleCall(api, `${own}; ${made}`, { path: '/console/api/me' })).status, 401);
});

test('signing out ends the session and deletes the cookie', async () => {
  const cookie = await signInLocally(app);
  const out = await consoleCall(api, cookie, { method: 'POST', path: '/console/api/sign-out' });
  assert.equal(out.status, 204);
  assert.match(
    readHeader(out, 'set-cookie') ?? '',
    /^gable_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/,
  );
  assert.equal((await consoleCall(api, cookie, { path: '/console/api/me' })).status, 401);
});

test('a person sees their sessions and ends one of them, or all others', async () => {
  const [one, other, third] = [await signInLocally(app), await signInLocally(app), await signInLocally(app)];
  const read = async () =>
    (await consoleCall(api, one, { path: '/console/api/sessions' })).body as {
      id: string;
      current: boolean;
    }[];
  const { body: me } = await consoleCall(api, other, { path: '/console/api/me' });
  const { sessionId } = me as { sessionId: string };
  assert.equal((await read()).filter(({ current }) => current).length, 1);
  const path = `/console/api/sessions/${sessionId}`;
  assert.equal((await consoleCall(api, one, { method: 'DELETE', path })).status, 204);
  assert.equal((await consoleCall(api, other, { path: '/console/api/me' })).status, 401);
  await consoleCall(api, one, { method: 'POST', path: '/console/api/sessions/revoke-others' });
  assert.equal((await consoleCall(api, third, { path: '/console/api/me' })).status, 401);
  assert.equal((await read()).length, 1);
});

test('the database contains no session secret', async () => {
  const [, secret = ''] = (await signInLocally(app)).split('=');
  const { rows } = {
    rows: await api.db.rows<{ text: string }>({
      text: 'select s::text as text from console_session s',
      values: [],
    }),
  };
  const hex = Buffer.from(secret, 'base64url').toString('hex');
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(secret) && !text.includes(hex)));
});

test('a key is shown once, works, is listed with its last use and stops working when revoked', async () => {
  const cookie = await signInLocally(app);
  const made = await consoleCall(api, cookie, { ...change, body: { name: 'mine' } });
  assert.equal(made.status, 201);
  const { id, key } = made.body as { id: string; key: string };
  assert.equal((await api.call({ path: '/sources', key })).status, 200);
  await api.lastUsed.flush();
  const { body, text } = await consoleCall(api, cookie, { path: '/console/api/keys' });
  const listed = (body as { id: string; name: string; lastUsedAt: string | null }[]).find(
    (one) => one.id === id,
  );
  assert.ok(listed?.lastUsedAt != null && !text.includes(key));
  assert.ok(!(body as { name: string }[]).some(({ name }) => name === 'Console'));
  assert.equal(
    (await consoleCall(api, cookie, { method: 'DELETE', path: `/console/api/keys/${id}` })).status,
    204,
  );
});

test('an API key is refused by the routes of the console', async () => {
  assert.equal((await api.call({ path: '/console/api/keys' })).status, 401);
});
