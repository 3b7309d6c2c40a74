import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { MAX_REVOCATION_DELAY_MS } from '../../src/accounts/authenticate.ts';
import { generateApiKey } from '../../src/accounts/key.ts';
import { RequestRateLimiter } from '../../src/accounts/request-rate.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { createOwner } from '../support/owners.ts';
import { readHeader, type TestResponse } from '../support/test-response.ts';

const numberIn = (answered: TestResponse, name: string): number => Number(readHeader(answered, name));

/** Checks a 429 against the contract: a Unix time in the future, and the seconds until then. */
function assertRefusal(answered: TestResponse, limit: number, now = Date.now()): void {
  assert.equal(answered.status, 429);
  assert.equal(numberIn(answered, 'x-ratelimit-limit'), limit);
  assert.equal(numberIn(answered, 'x-ratelimit-remaining'), 0);
  const [at, seconds] = [numberIn(answered, 'x-ratelimit-retry-after'), numberIn(answered, 'retry-after')];
  assert.ok(Number.isInteger(at) && at * 1000 > now && at * 1000 <= now + 62_000, `${at}`);
  assert.ok(seconds >= 1 && Math.abs(at - seconds - now / 1000) < 2, `${seconds} seconds`);
}

test('the limit of an account counts all its keys, IP addresses, routes and formats; then 429', async (t) => {
  const api = await startApi(t, { rate: { permitted: 6 } });
  const { key } = await createApiKey(api.db, api.clock, { accountId: api.owner.accountId, name: 'second' });
  const calls = [
    { path: '/sources' },
    { path: '/sources', key, remoteAddress: '192.0.2.7' },
    { path: '/nowhere', outside: true },
    { path: '/sources?page=x' },
    { path: '/favorite-properties', accept: 'application/json' },
    { path: '/sources', accept: 'text/html' },
  ];
  const remaining: number[] = [];
  for (const call of calls) remaining.push(numberIn(await api.call(call), 'x-ratelimit-remaining'));
  assert.deepEqual(remaining, [5, 4, 3, 2, 1, 0], 'every call counts, also one that failed');
  for (const call of calls) assertRefusal(await api.call(call), 6);
  const other = await createOwner(api.db, api.clock);
  assert.equal((await api.call({ path: '/sources', key: other.key })).status, 200);
});

test('the default limit is 500', async (t) => {
  const api = await startApi(t);
  const rate = new RequestRateLimiter(api.db);
  t.after(() => rate.close());
  assert.equal((await rate.admit(api.owner.accountId)).limit, 500);
});

/** Calls without a key until it is refused; returns how many calls were admitted. */
async function allowed(api: TestApi, asking: object, most: number): Promise<number> {
  for (let at = 0; at < most; at++) {
    const { status } = await api.call({ path: '/sources', key: null, ...asking });
    if (status === 429) return at;
    assert.equal(status, 401);
  }
  return most;
}

test('without a key an IP address has 60 calls in a sliding minute, whatever it calls', async (t) => {
  const clock = new MovableClock();
  const api = await startApi(t, { clock, unauthenticatedPerMinute: 60 });
  for (let at = 0; at < 20; at++) {
    await api.call({ path: '/problems/validation', key: null });
    await api.call({ path: '/nowhere', key: 'wrong', outside: true });
  }
  await clock.advance({ seconds: 30 });
  assert.equal(await allowed(api, {}, 100), 20);
  const refused = await api.call({ path: '/sources', key: null });
  assertRefusal(refused, 60, clock.now().getTime());
  assert.equal(numberIn(refused, 'retry-after'), 30);
  assert.equal(await allowed(api, { remoteAddress: '192.0.2.1' }, 1), 1, 'another address is another matter');
  await clock.advance({ seconds: 30 });
  assert.equal(await allowed(api, {}, 100), 40, 'the first forty have left the window');
});

test('a caller with a key is admitted from an IP address whose limit without a key is used up', async (t) => {
  const api = await startApi(t, { unauthenticatedPerMinute: 3 });
  assert.equal(await allowed(api, {}, 10), 3);
  assert.equal(await allowed(api, { key: 'mistyped' }, 10), 0);
  for (let at = 0; at < 5; at++) assert.equal((await api.call({ path: '/sources' })).status, 200);
});

test('an IP address that guesses keys causes bounded lookups, and blocks no key in use', async (t) => {
  let now = 0;
  const api = await startApi(t, { unauthenticatedPerMinute: 3, monotonic: () => now });
  assert.equal((await api.call({ path: '/sources' })).status, 200);
  const guess = async (key: string) => (await api.call({ path: '/sources', key })).status;
  for (const status of [401, 401, 401, 429]) assert.equal(await guess(generateApiKey()), status);
  const { key } = await createOwner(api.db, api.clock);
  assert.equal(await guess(key), 429, 'not even looked for');
  now += MAX_REVOCATION_DELAY_MS;
  assert.equal((await api.call({ path: '/sources' })).status, 200);
});

test('a client that is no trusted proxy counts as one IP address, whatever it claims to forward', async (t) => {
  const api = await startApi(t, { unauthenticatedPerMinute: 5, trustedProxies: ['10.0.0.0/8'] });
  const statuses: number[] = [];
  for (let at = 0; at < 10; at++) {
    const headers = { 'x-forwarded-for': `192.0.2.${at}` };
    const call = { path: '/sources', key: null, headers, remoteAddress: '203.0.113.9' };
    statuses.push((await api.call(call)).status);
  }
  assert.equal(statuses.filter((status) => status === 429).length, 5);
});

test('behind a trusted proxy the IP address that it saw counts, not what the client wrote', async (t) => {
  const api = await startApi(t, { unauthenticatedPerMinute: 2, trustedProxies: ['10.0.0.0/8'] });
  const through = (forwarded: string) =>
    api.call({
      path: '/sources',
      key: null,
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress: '10.1.2.3',
    });
  const seen: number[] = [];
  for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4']) {
    seen.push((await through(`${forged}, 198.51.100.7`)).status);
  }
  assert.deepEqual(seen, [401, 401, 429, 429]);
  assert.equal((await through('198.51.100.8')).status, 401);
});

test('an IPv6 /64 network is one caller', async (t) => {
  const api = await startApi(t, { unauthenticatedPerMinute: 4 });
  const statuses: number[] = [];
  for (let at = 1; at <= 8; at++) {
    const call = { path: '/sources', key: null, remoteAddress: `2001:db8:1:2:${at}::${at}` };
    statuses.push((await api.call(call)).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429, 429, 429]);
  const neighbour = { path: '/sources', key: null, remoteAddress: '2001:db8:1:3::1' };
  assert.equal((await api.call(neighbour)).status, 401);
});
