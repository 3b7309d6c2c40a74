import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listAccounts } from '../../src/accounts/accounts.ts';
import { startApi } from '../support/api.ts';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { startProvider } from '../support/openid-provider.ts';

const provider = await startProvider({ after });
const api = await startApi(
  { after },
  {
    console: {
      providers: [provider.setting('acme'), { ...provider.setting('other'), clientId: 'other' }],
      operators: ['ada@acme.example'],
      localAccount: undefined,
    },
  },
);
const port = await api.listen();
provider.register(
  `http://localhost:${port}/console/sign-in/acme/callback`,
  `http://localhost:${port}/console/sign-in/other/callback`,
);
const base = `http://localhost:${port}`;
const start = `${base}/console/sign-in/acme?returnTo=${encodeURIComponent('/console/keys?tab=live')}`;

const me = async (browser: CookieBrowser) => {
  const reply = await browser.fetch(`${base}/console/api/me`, {
    headers: { 'x-gable-console': '1', accept: 'application/json' },
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

test('a person signs in with a provider, gets an account, and returns to the requested screen', async () => {
  const browser = new CookieBrowser();
  const { address, status } = await browser.followRedirects(start, { login: 'ada' });
  assert.deepEqual([status, address], [303, '/console/keys?tab=live']);
  const { body } = await me(browser);
  assert.deepEqual(
    [body['email'], body['accountName'], body['operator']],
    ['ada@acme.example', 'ada@acme.example', true],
  );
  const again = new CookieBrowser();
  await again.followRedirects(start, { login: 'ada' });
  assert.equal((await me(again)).body['accountId'], body['accountId']);
  const other = new CookieBrowser();
  await other.followRedirects(start, { login: 'unverified' });
  const stranger = await me(other);
  assert.equal(stranger.body['operator'], false);
  assert.equal(stranger.body['email'], null);
  assert.notEqual(stranger.body['accountId'], body['accountId']);
  assert.equal((await Array.fromAsync(listAccounts(api.db))).length, 3);
});

test('a callback of another browser or without state is refused', async () => {
  const attacker = new CookieBrowser();
  const callback = await attacker.callbackUrl(start, { login: 'mallory' });
  const victim = new CookieBrowser();
  assert.equal((await victim.fetch(callback)).status, 400, 'a browser that began nothing');
  await victim.fetch(start);
  assert.equal((await victim.fetch(callback)).status, 400, 'a browser that began its own');
  const bare = new URL(callback);
  bare.searchParams.delete('state');
  assert.equal((await attacker.fetch(bare.href)).status, 400);
  assert.equal((await me(victim)).status, 401);
});

test('a callback works once: the code cannot be replayed', async () => {
  const browser = new CookieBrowser();
  const callback = await browser.callbackUrl(start, { login: 'ada' });
  const cookies = browser.copy();
  assert.equal((await browser.fetch(callback)).status, 303);
  assert.equal((await cookies.fetch(callback)).status, 400);
  assert.equal((await me(cookies)).status, 401);
});

test('PKCE and nonce refuse a code in the sign-in of another browser', async () => {
  const [mallory, victim] = [new CookieBrowser(), new CookieBrowser()];
  const foreign = new URL(await mallory.callbackUrl(start, { login: 'mallory' }));
  const own = new URL(await victim.callbackUrl(start, { login: 'ada' }));
  own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
  assert.equal((await victim.fetch(own.href)).status, 400);
  assert.equal((await me(victim)).status, 401);
});

test('a callback of another provider is refused', async () => {
  const browser = new CookieBrowser();
  const callback = await browser.callbackUrl(start, { login: 'ada' });
  assert.equal((await browser.fetch(callback.replace('/acme/', '/other/'))).status, 400);
});

test('signing in does not redirect to another site', async () => {
  const browser = new CookieBrowser();
  for (const elsewhere of [
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/console/../../elsewhere',
    '/console\\..\\elsewhere',
    '/consolelike',
    'javascript:alert(1)',
  ]) {
    const reply = await browser.fetch(
      `${base}/console/sign-in/acme?returnTo=${encodeURIComponent(elsewhere)}`,
    );
    assert.equal(reply.status, 400, elsewhere);
  }
});

test('a failed sign-in shows a page with a link back', async () => {
  const reply = await new CookieBrowser().fetch(`${base}/console/sign-in/acme/callback?code=x&state=y`, {
    headers: { accept: 'text/html' },
  });
  assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/console/?signIn=failed']);
});

test('with providers local sign-in is refused', async () => {
  const reply = await new CookieBrowser().fetch(`${base}/console/sign-in/local`, {
    method: 'POST',
    headers: { origin: base },
  });
  assert.equal(reply.status, 404);
});
