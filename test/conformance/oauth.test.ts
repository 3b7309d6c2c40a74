import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi } from '../support/api.ts';

const REDIRECT = 'https://assistant.example/callback';
const clock = new MovableClock('2026-11-16T12:00:00Z');
const api = await startApi(
  { after },
  { clock, console: { oauthClients: [{ id: 'assistant', redirectUri: REDIRECT }] } },
);
const port = await api.listen();
const origin = `http://127.0.0.1:${port}`;
const verifier = 'v'.repeat(43);
const challenge = hash('sha256', verifier, 'base64url');

const get = (path: string, headers = {}) => fetch(origin + path, { headers, redirect: 'manual' });
const post = (path: string, body: Record<string, string>, headers = {}) =>
  fetch(origin + path, { method: 'POST', body: new URLSearchParams(body), headers, redirect: 'manual' });
const token = async (form: Record<string, string>) => {
  const answer = await post('/oauth/token', form);
  return { status: answer.status, ...((await answer.json()) as { access_token?: string; error?: string }) };
};

async function signIn(): Promise<string> {
  const answer = await post('/console/sign-in/local', {}, { origin });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const authorizePath = (over: Record<string, string> = {}) =>
  `/console/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: 'assistant',
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'xyz',
    ...over,
  })}`;

async function codeFor(cookie: string): Promise<string> {
  const decided = await post(`${authorizePath()}&decision=allow`, {}, { cookie, origin });
  assert.equal(decided.status, 303, await decided.text());
  const to = new URL(decided.headers.get('location') ?? '');
  assert.equal(to.origin + to.pathname, REDIRECT);
  assert.equal(to.searchParams.get('state'), 'xyz');
  return to.searchParams.get('code') ?? '';
}
const redeem = (code: string, over: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    code,
    client_id: 'assistant',
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...over,
  });

test('an assistant without a key finds where its person signs in', async () => {
  const refused = await post('/mcp', {});
  assert.equal(refused.status, 401);
  const [, metadata = ''] =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  const resource = (await (await fetch(metadata)).json()) as {
    resource: string;
    authorization_servers: string[];
  };
  assert.equal(resource.resource, `${origin}/mcp`);
  const [server] = resource.authorization_servers;
  const described = (await (
    await fetch(`${server}/.well-known/oauth-authorization-server`)
  ).json()) as Record<string, unknown>;
  assert.equal(described['issuer'], server);
  assert.deepEqual(described['code_challenge_methods_supported'], ['S256']);
  assert.equal(described['registration_endpoint'], undefined, 'no client registers itself');
  assert.equal((await get('/favorite-properties')).headers.get('www-authenticate'), 'ApiKey', 'only at /mcp');
});

test('a person allows access, and the token is good for the MCP server alone', async () => {
  const cookie = await signIn();
  const page = await get(authorizePath(), { cookie });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /assistant asks for access/);
  const { access_token: key = '' } = await redeem(await codeFor(cookie));
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  assert.ok((await client.listTools()).tools.length > 5);
  await client.close();
  assert.equal((await get('/favorite-properties', { authorization: `Bearer ${key}` })).status, 401);
});

test('a code works once, for a minute, with its verifier, client and redirect URI', async () => {
  const cookie = await signIn();
  const code = await codeFor(cookie);
  for (const over of [
    { code_verifier: 'w'.repeat(43) },
    { code_verifier: '' },
    { client_id: 'other' },
    { redirect_uri: 'https://evil.example/' },
  ])
    assert.equal((await redeem(code, over)).error, 'invalid_grant', JSON.stringify(over));
  assert.equal((await redeem(code)).status, 200);
  assert.equal((await redeem(code)).error, 'invalid_grant', 'a second time');
  const late = await codeFor(cookie);
  await clock.advance({ minutes: 1 });
  assert.equal((await redeem(late)).error, 'invalid_grant', 'too late');
  assert.equal((await redeem(`${code}x`)).error, 'invalid_grant', 'made up');
});

test('nothing is sent to a redirect URI that is not registered, or without PKCE', async () => {
  const cookie = await signIn();
  for (const over of [
    { redirect_uri: 'https://evil.example/' },
    { client_id: 'other' },
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
    { response_type: 'token' },
  ]) {
    assert.equal((await get(authorizePath(over), { cookie })).status, 400, JSON.stringify(over));
    const decided = await post(`${authorizePath(over)}&decision=allow`, {}, { cookie, origin });
    assert.equal(decided.headers.get('location'), null);
  }
});

test('only the person decides: not another site, and not without a session', async () => {
  const cookie = await signIn();
  const path = `${authorizePath()}&decision=allow`;
  assert.equal((await post(path, {}, { cookie, origin: 'https://evil.example' })).status, 403);
  assert.equal((await post(path, {}, { origin })).status, 403);
  assert.match(await (await get(authorizePath())).text(), /Sign in first/);
  const denied = await post(`${authorizePath()}&decision=deny`, {}, { cookie, origin });
  assert.match(denied.headers.get('location') ?? '', /error=access_denied/);
});

test('a device gets its token once the person approved', async () => {
  const started = (await (await post('/oauth/device', { client_id: 'my terminal' })).json()) as Record<
    string,
    string
  >;
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: started['device_code'] ?? '',
  };
  assert.equal((await token(form)).error, 'authorization_pending');
  assert.match(started['verification_uri_complete'] ?? '', /\/console\/device\?code=[A-Z]{4}-[A-Z]{4}$/);
  const [person] = await api.db.rows<{ id: string; account: string }>({
    text: 'select person_id as id, account_id as account from person limit 1',
    values: [],
  });
  await api.db.rows({
    text: 'update device_grant set approved = true, person_id = $1, account_id = $2 where user_code = $3',
    values: [person?.id, person?.account, started['user_code']],
  });
  assert.match((await token(form)).access_token ?? '', /^gbl_/);
  assert.equal((await token(form)).error, 'invalid_grant');
  assert.equal((await token({ ...form, device_code: 'made up' })).error, 'expired_token');
  assert.equal((await token({ grant_type: 'password' })).error, 'unsupported_grant_type');
});

test('the description of the token endpoint has the errors of OAuth, which are no problem documents', async () => {
  const document = (await (await get('/console/api/openapi.json')).json()) as {
    paths: Record<string, { post: { responses: Record<string, { content?: Record<string, unknown> }> } }>;
  };
  const answer = await post('/oauth/token', { grant_type: 'password' });
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/);
  for (const path of ['/oauth/token', '/oauth/device', '/oauth/register'])
    assert.match(
      JSON.stringify(document.paths[path]?.post.responses['400']?.content?.['application/json']),
      /"required":\["error"\]/,
      path,
    );
});

test('no assistant registers itself unless the operator allows it', async () => {
  const answer = await fetch(`${origin}/oauth/register`, { method: 'POST', body: '{}' });
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
});
