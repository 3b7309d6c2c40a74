import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { listApiKeys } from '../../src/accounts/accounts.ts';
import { plainResource } from '../../src/api/resource.ts';
import { readOne } from '../../src/api/route.ts';
import { sql } from '../../src/db/sql.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { createTestProperty } from '../support/owners.ts';

async function usageOf({ db, usage, owner }: TestApi): Promise<Record<string, number[]>> {
  await usage.flush();
  const rows = await db.rows<{ what: string; calls: number; results: number }>(sql`
    select concat_ws(' ', day, channel, route_type, route) as what, calls, results from usage_day
    where account_id = ${owner.accountId} and api_key_id = ${owner.apiKey.apiKeyId}`);
  return Object.fromEntries(rows.map(({ what, calls, results }) => [what, [calls, results]]));
}

/** Counts as three results, or fails on request. */
const counting = (behaviour: { fail: boolean }) =>
  readOne({
    path: '/counting/{id}',
    operationId: 'getCounting',
    tag: 'Test',
    summary: 'Counts',
    routeType: 'search',
    results: 3,
    resource: plainResource('Counting', '/counting', Type.Object({ id: Type.String() })),
    find: async ({ params }) => {
      if (behaviour.fail) throw new Error('fails on request');
      return { id: params['id'] ?? '' };
    },
  });
const ID = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';

test('answered calls are counted by day, route and key with their results, whatever the status', async (t) => {
  const clock = new MovableClock('2026-03-31T23:59:59Z');
  const behaviour = { fail: false };
  const api = await startApi(t, { clock, routes: [counting(behaviour)] });
  const propertyId = await createTestProperty(api.db, clock);
  for (const path of ['/sources', '/sources?page=2', '/sources?page=x', '/sources?page=0'])
    await api.call({ path });
  await api.call({ path: '/sources', accept: 'text/html' });
  await api.call({ path: `/sources/${ID}` });
  await api.call({ method: 'POST', path: '/favorite-properties', body: { propertyId } });
  await api.call({ path: `/counting/${ID}` });
  await api.call({ path: `/counting/${ID}` });
  await clock.advance({ seconds: 1 });
  await api.call({ path: `/counting/${ID}` });
  assert.deepEqual(await usageOf(api), {
    '2026-03-31 DIRECT read GET /sources': [5, 0],
    '2026-03-31 DIRECT read GET /sources/{id}': [1, 0],
    '2026-03-31 DIRECT account POST /favorite-properties': [1, 0],
    '2026-03-31 DIRECT search GET /counting/{id}': [2, 6],
    '2026-04-01 DIRECT search GET /counting/{id}': [1, 3],
  });
});

test('calls refused for their number, and faults of our own, are not counted', async (t) => {
  const behaviour = { fail: true };
  const api = await startApi(t, { routes: [counting(behaviour)], rate: { permitted: 3 } });
  const ask = async () => (await api.call({ path: `/counting/${ID}` })).status;
  assert.equal(await ask(), 500);
  behaviour.fail = false;
  assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 200, 429, 429]);
  assert.deepEqual(Object.values(await usageOf(api)), [[2, 6]]);
});

test('calls without a route or a key count for no account', async (t) => {
  const api = await startApi(t);
  await api.call({ path: '/nowhere', outside: true });
  await api.call({ method: 'PATCH', path: '/sources', outside: true });
  await api.call({ path: '/problems/validation' });
  await api.call({ path: '/sources', key: null });
  assert.deepEqual(await usageOf(api), {});
});

test('a key shows when it was last used, also by a call that was refused', async (t) => {
  const clock = new MovableClock('2026-03-31T10:00:00Z');
  const api = await startApi(t, { clock });
  const shown = async () => {
    await api.lastUsed.flush();
    return (await listApiKeys(api.db, api.owner.accountId))[0]?.lastUsedAt?.toISOString();
  };
  assert.equal(await shown(), undefined);
  await api.call({ path: '/sources' });
  assert.equal(await shown(), '2026-03-31T10:00:00.000Z');
  await clock.advance({ minutes: 5 });
  await api.call({ path: '/sources?page=x' });
  assert.equal(await shown(), '2026-03-31T10:05:00.000Z');
});

test('a revoked key is accepted for a second at most', async (t) => {
  let now = 0;
  const api = await startApi(t, { monotonic: () => now });
  const status = async () => (await api.call({ path: '/sources' })).status;
  assert.equal(await status(), 200);
  await api.db.rows(sql`update api_key set revoked_at = now() where account_id = ${api.owner.accountId}`);
  now = 499;
  assert.equal(await status(), 200);
  now = 1_000;
  assert.equal(await status(), 401);
});
