import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { consoleHeaders, ORIGIN, signInLocally } from '../support/signed-in.ts';

const { app } = await startApi({ after }, { trustedProxies: ['127.0.0.1', '::1', '10.0.0.0/8'] });
const { app: fixed } = await startApi({ after }, { console: { baseUrl: 'http://localhost:8080' } });

interface From {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const signIn = ({ remoteAddress = '127.0.0.1', headers = {} }: From) =>
  app.inject({
    method: 'POST',
    url: '/console/sign-in/local',
    remoteAddress,
    headers: { origin: ORIGIN, ...headers },
  });

const offeredProviders = async ({ remoteAddress = '127.0.0.1', headers = {} }: From): Promise<string[]> => {
  const answer = await app.inject({
    url: '/console/api/providers',
    remoteAddress,
    headers: { accept: 'application/json', ...headers },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { key: string }[]).map(({ key }) => key);
};

const STRANGERS: Record<string, From> = {
  'another machine': { remoteAddress: '192.168.1.20' },
  'another machine over IPv6': { remoteAddress: '2001:db8::1' },
  'a proxy that says X-Forwarded-For': { headers: { 'x-forwarded-for': '127.0.0.1' } },
  'a proxy that says X-Forwarded-Proto': { headers: { 'x-forwarded-proto': 'http' } },
  'a proxy that says X-Forwarded-Host': { headers: { 'x-forwarded-host': 'localhost' } },
  'a proxy that says Forwarded': { headers: { forwarded: 'for=127.0.0.1' } },
  'a proxy that says Via': { headers: { via: '1.1 proxy' } },
  'a proxy that says X-Real-IP': { headers: { 'x-real-ip': '127.0.0.1' } },
  'a tunnel that says CF-Connecting-IP': { headers: { 'cf-connecting-ip': '127.0.0.1' } },
  'a trusted proxy': { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
  'a name that was pointed at this machine': {
    headers: { host: 'evil.example', origin: 'http://evil.example' },
  },
};

test('local sign-in works from this machine', async () => {
  for (const remoteAddress of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1']) {
    assert.equal((await signIn({ remoteAddress })).statusCode, 303, remoteAddress);
    assert.deepEqual(await offeredProviders({ remoteAddress }), ['local']);
  }
});

for (const [who, from] of Object.entries(STRANGERS)) {
  test(`local sign-in is neither offered to ${who} nor accepted, and its sessions are refused`, async () => {
    const cookie = await signInLocally(app);
    assert.equal((await signIn(from)).statusCode, 403);
    assert.deepEqual(await offeredProviders(from), []);
    const used = await app.inject({
      url: '/console/api/me',
      remoteAddress: from.remoteAddress ?? '127.0.0.1',
      headers: { ...consoleHeaders(cookie), ...from.headers },
    });
    assert.equal(used.statusCode, 401, used.body);
  });
}

test('with a local BASE_URL another host name for this machine is refused too', async () => {
  const signInAs = (host: string) =>
    fixed.inject({
      method: 'POST',
      url: '/console/sign-in/local',
      headers: { host, origin: 'http://localhost:8080' },
    });
  assert.equal((await signInAs('localhost:8080')).statusCode, 303);
  assert.equal((await signInAs('evil.example:8080')).statusCode, 403);
});
