import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { onlyReads, type Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { sql } from '../../src/db/sql.ts';
import { startApi } from '../support/api.ts';
import { createOwner } from '../support/owners.ts';
import type { TestResponse } from '../support/test-response.ts';

const api = await startApi({ after });
const owner = await createOwner(api.db, api.clock);
const keyWith = async (more: { readOnly?: boolean; operator?: boolean; expiresAt?: Date }): Promise<string> =>
  (await createApiKey(api.db, api.clock, { accountId: owner.accountId, name: 'scoped', ...more })).key;
const readOnlyKey = await keyWith({ readOnly: true, operator: true });

const ask = (route: Route, key: string): Promise<TestResponse> =>
  api.call({
    method: route.method,
    path: route.path.replaceAll(/\{\w+\}/g, randomUUID()),
    accept: 'application/json',
    key,
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} }),
  });

/** Only routes that change nothing may be marked as reading; each is named here, so that a mark is a decision. */
const READING_POSTS = [
  'clusterProperties',
  'countPropertyFacets',
  'explainCriteria',
  'forecastAlert',
  'lookupPropertyByUrl',
  'parseSentence',
  'rehearseAlert',
  'resolvePropertyAddress',
  'searchProperties',
  'searchTransactions',
  'valueHome',
];

test('the routes that a key which may only read can call besides GET are these', () => {
  const marked = routes.filter((route) => route.method !== 'GET' && onlyReads(route));
  assert.deepEqual(marked.map(({ operationId }) => operationId).sort(), READING_POSTS);
});

for (const route of routes)
  test(`a key that may only read: ${route.operationId}`, async () => {
    const { status, text } = await ask(route, readOnlyKey);
    if (onlyReads(route)) return assert.notEqual(status, 403);
    assert.equal(status, 403);
    assert.match((JSON.parse(text) as { detail: string }).detail, /may only read/);
  });

test('a key is refused once it has expired, like one that does not exist', async () => {
  const expired = await keyWith({ expiresAt: new Date(Date.now() - 1_000) });
  const live = await keyWith({ expiresAt: new Date(Date.now() + 3_600_000) });
  const status = async (key: string) =>
    (await api.call({ method: 'GET', path: '/sources', accept: 'application/json', key })).status;
  assert.deepEqual([await status(expired), await status(live)], [401, 200]);
});

interface Entry {
  action: string;
  actorType: string;
  actorName: string | null;
  target: string;
}

const auditLog = async (key: string): Promise<Entry[]> =>
  JSON.parse(
    (await api.call({ method: 'GET', path: '/account/audit-log', accept: 'application/json', key })).text,
  ) as Entry[];

test('a change is in the audit log of its account alone, with who made it; reads and refusals are not', async () => {
  const [mine, theirs] = [await createOwner(api.db, api.clock), await createOwner(api.db, api.clock)];
  const create = { method: 'POST' as const, path: '/account/event-destinations', accept: 'application/json' };
  await api.call({ ...create, key: mine.key, body: { url: 'https://hooks.example.com/a' } });
  await api.call({ ...create, key: mine.key, body: { url: 'nonsense' } });
  await api.call({ method: 'POST', path: '/properties', key: mine.key, body: { size: 0, criteria: {} } });
  const [entry, ...others] = await auditLog(mine.key);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [entry?.action, entry?.actorType, entry?.target],
    ['createEventDestination', 'KEY', '/account/event-destinations'],
  );
  assert.deepEqual(await auditLog(theirs.key), []);
  const [row] = await api.db.rows<{ count: number }>(
    sql`select count(*)::int as count from audit_entry where account_id = ${mine.accountId}`,
  );
  assert.equal(row?.count, 1);
});
