import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';

const REDIRECT = 'https://assistant.example/callback';
const api = await startApi({ after }, { console: { oauthRegistration: true } });
const origin = `http://127.0.0.1:${await api.listen()}`;
const verifier = 'v'.repeat(43);

const register = async (body: unknown) => {
  const answer = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as { client_id?: string; error?: string }) };
};
const post = (path: string, body: Record<string, string>, headers = {}) =>
  fetch(origin + path, { method: 'POST', body: new URLSearchParams(body), headers, redirect: 'manual' });
const authorizePath = (clientId: string, redirectUri = REDIRECT) =>
  `/console/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  })}`;

async function signIn(): Promise<string> {
  const answer = await post('/console/sign-in/local', {}, { origin });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

test('an assistant that registers itself gets a token once a person agreed', async () => {
  const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
  assert.equal((metadata as Record<string, string>)['registration_endpoint'], `${origin}/oauth/register`);
  const registered = await register({ client_name: 'My <b>helper</b>', redirect_uris: [REDIRECT] });
  assert.equal(registered.status, 201);
  const id = registered.client_id ?? '';
  const cookie = await signIn();
  const page = await (await fetch(origin + authorizePath(id), { headers: { cookie } })).text();
  assert.match(page, /My &#60;b&#62;helper&#60;\/b&#62; asks for access/);
  const decided = await post(`${authorizePath(id)}&decision=allow`, {}, { cookie, origin });
  const code = new URL(decided.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, client_id: id, redirect_uri: REDIRECT };
  const token = await (await post('/oauth/token', { ...form, code_verifier: verifier })).json();
  assert.match((token as { access_token: string }).access_token, /^gbl_/);
});

test('a client_id that was made up, changed or registered for another redirect URI is refused', async () => {
  const { client_id: id = '' } = await register({ redirect_uris: [REDIRECT] });
  const cookie = await signIn();
  const statusOf = async (path: string) => (await fetch(origin + path, { headers: { cookie } })).status;
  assert.equal(await statusOf(authorizePath(id)), 200);
  assert.equal(await statusOf(authorizePath(id, 'https://evil.example/')), 400);
  assert.equal(await statusOf(authorizePath(`${id.slice(0, -2)}AA`)), 400);
  assert.equal(await statusOf(authorizePath('assistant')), 400);
});

test('a registration without a safe redirect URI, or with a secret, is refused as of RFC 7591', async () => {
  for (const uris of [
    undefined,
    [],
    ['http://assistant.example/'],
    ['javascript:alert(1)'],
    [3],
    'https://a.example/',
  ])
    assert.deepEqual(
      [(await register({ redirect_uris: uris })).status, (await register({ redirect_uris: uris })).error],
      [400, 'invalid_redirect_uri'],
      JSON.stringify(uris),
    );
  const redirect_uris = [REDIRECT];
  for (const body of [
    '{',
    'null',
    { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' },
    { redirect_uris, client_name: '' },
    { redirect_uris, client_name: 'x'.repeat(101) },
  ])
    assert.equal((await register(body)).error, 'invalid_client_metadata', JSON.stringify(body));
});
