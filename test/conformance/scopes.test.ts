import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { KEY_SCOPES, type KeyScope, permits, SCOPE_REFUSALS } from '../../src/accounts/key-scopes.ts';
import type { Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { sql } from '../../src/db/sql.ts';
import { tools } from '../../src/mcp/tools/table.ts';
import { startApi } from '../support/api.ts';
import { createOwner } from '../support/owners.ts';
import type { TestResponse } from '../support/test-response.ts';

const api = await startApi({ after });
const owner = await createOwner(api.db, api.clock);
const keyWith = async (more: { scope?: KeyScope; operator?: boolean; expiresAt?: Date }): Promise<string> =>
  (await createApiKey(api.db, api.clock, { accountId: owner.accountId, name: 'scoped', ...more })).key;
/** Those of READ and FULL are also an operator's: only the scope refuses them. */
const keys: Readonly<Record<KeyScope, string>> = {
  READ: await keyWith({ scope: 'READ', operator: true }),
  ALERTS: await keyWith({ scope: 'ALERTS' }),
  FULL: await keyWith({ operator: true }),
};

const ask = (route: Route, key: string): Promise<TestResponse> =>
  api.call({
    method: route.method,
    path: route.path.replaceAll(/\{\w+\}/g, randomUUID()),
    accept: 'application/json',
    key,
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} }),
  });

/** The least scope of every route that is not a GET. A new one needs an entry, so that its mark is a decision. */
const LEAST: Readonly<Record<KeyScope, readonly string[]>> = {
  READ: [
    ...[
      'clusterProperties',
      'countPropertyFacets',
      'explainCriteria',
      'forecastAlert',
      'lookupPropertyByUrl',
    ],
    ...['parseSentence', 'rehearseAlert', 'resolvePropertyAddress', 'searchProperties', 'searchTransactions'],
    'valueHome',
  ],
  ALERTS: [
    ...['createAlert', 'updateAlert', 'deleteAlert', 'createFavoriteProperty', 'deleteFavoriteProperty'],
    ...['createEventDestination', 'deleteEventDestination', 'requestConfirmation', 'testEventDestination'],
    ...['replayEventNotification', 'replayEventNotifications'],
  ],
  FULL: [
    ...['createExport', 'deleteExport', 'feedObservations', 'createFeed', 'deleteFeed', 'removeListing'],
  ],
};

test('every route that is not a GET has a least scope', () => {
  const named = routes.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
  assert.deepEqual(named.toSorted(), Object.values(LEAST).flat().toSorted());
});

for (const route of routes)
  test(`scopes: ${route.operationId}`, async () => {
    const least = KEY_SCOPES.find((scope) => LEAST[scope].includes(route.operationId)) ?? 'READ';
    for (const scope of KEY_SCOPES) {
      const { status, text } = await ask(route, keys[scope]);
      const isAllowed = permits(scope, least) && !(scope === 'ALERTS' && route.right === 'operator');
      assert.equal(status !== 403, isAllowed, scope);
      if (isAllowed) continue;
      const { detail } = JSON.parse(text) as { detail: string };
      const isOfOperators = scope === 'ALERTS' && route.right === 'operator';
      assert.equal(detail, isOfOperators ? "This path takes an operator's key." : SCOPE_REFUSALS[scope]);
    }
  });

test('a key of alerts calls the tools that read and those that change alerts; a key that reads only the former', async () => {
  const args: Readonly<Record<string, object>> = {
    create_alert: { name: 'Flats', priceMax: 300_000, webhookUrl: 'https://hooks.customer.example/tools' },
    update_alert: { alertId: randomUUID(), name: 'Houses' },
    delete_alert: { alertId: randomUUID() },
  };
  const refusedBy = async (key: string): Promise<string[]> => {
    const refused: string[] = [];
    for (const { name } of tools) {
      const { body: text } = await api.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { 'x-api-key': key, accept: 'application/json, text/event-stream' },
        payload: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: args[name] ?? {} },
        },
      });
      assert.match(text, /"(?:content|error)"/, text);
      if (text.includes('This key may')) refused.push(name);
    }
    return refused;
  };
  assert.deepEqual(await refusedBy(keys.ALERTS), []);
  assert.deepEqual((await refusedBy(keys.READ)).toSorted(), Object.keys(args).toSorted());
});

test('a key of alerts is never an operator’s, and a process of the former release lets it change nothing', async () => {
  await assert.rejects(keyWith({ scope: 'ALERTS', operator: true }), /api_key_alerts/);
  const rows = await api.db.rows<{ readOnly: boolean }>(
    sql`select read_only as "readOnly" from api_key where writes_alerts`,
  );
  assert.deepEqual(rows, [{ readOnly: true }]);
});

test('what a key of alerts changed is in the audit log, under its name', async () => {
  const { accountId, key: full } = await createOwner(api.db, api.clock);
  const { key } = await createApiKey(api.db, api.clock, { accountId, name: 'bot', scope: 'ALERTS' });
  const body = { url: 'https://hooks.customer.example/bot' };
  await api.call({ method: 'POST', path: '/account/event-destinations', key, body });
  await api.call({ method: 'POST', path: '/exports', key, body: {} });
  const entries = (await auditLog(full)).map(({ action, actorName }) => [action, actorName]);
  assert.deepEqual(entries, [['createEventDestination', 'bot']]);
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
  const { key: operatorKey } = await createApiKey(api.db, api.clock, {
    accountId: theirs.accountId,
    name: 'feeder',
    operator: true,
  });
  const pushed = await api.app.inject({
    method: 'POST',
    url: '/operator/observations',
    headers: { 'x-api-key': operatorKey, 'content-type': 'application/x-ndjson' },
    payload: '{}\n',
  });
  assert.ok(pushed.statusCode < 300, pushed.body);
  assert.deepEqual(
    (await auditLog(theirs.key)).map(({ action, actorName }) => [action, actorName]),
    [['feedObservations', 'feeder']],
  );
  const [row] = await api.db.rows<{ count: number }>(
    sql`select count(*)::int as count from audit_entry where account_id = ${mine.accountId}`,
  );
  assert.equal(row?.count, 1);
});
