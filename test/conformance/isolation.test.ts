import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import type { Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { startApi } from '../support/api.ts';
import type { TestRequest } from '../support/checked-call.ts';
import { createOwner, createTestFavorite, type Owner } from '../support/owners.ts';
import type { TestResponse } from '../support/test-response.ts';
import { type Case, isolationCases, type Params } from './isolation-cases.ts';

const api = await startApi({ after });
const [mine, theirs] = [await createOwner(api.db, api.clock), await createOwner(api.db, api.clock)];

/** Two accounts, with keys of one scope. */
type Owners = readonly [mine: Owner, theirs: Owner];

/** The same accounts with keys that may change alerts, destinations and favorites only. */
async function withAlertKey(owner: Owner): Promise<Owner> {
  const { accountId } = owner;
  const { key } = await createApiKey(api.db, api.clock, { accountId, name: 'alerts', scope: 'ALERTS' });
  return { ...owner, key };
}
const alertOwners: Owners = [await withAlertKey(mine), await withAlertKey(theirs)];

const cases = isolationCases(api);

test('every route has an isolation case', () => {
  const names = routes.map(({ operationId }) => operationId);
  assert.deepEqual(
    names.filter((name) => !Object.hasOwn(cases, name)).toSorted(),
    [],
    'routes without a case',
  );
  assert.deepEqual(
    Object.keys(cases).filter((name) => !names.includes(name)),
    [],
    'cases without a route',
  );
});

const ask = (route: Route, asking: Partial<TestRequest>, key: string): Promise<TestResponse> =>
  api.call({ method: route.method, path: route.path, accept: 'application/json', key, ...asking });

/** The response without the parts that differ between any two requests. */
const visibleResponse = ({ status, headers, text }: TestResponse, id: string): object => ({
  status,
  headers: Object.entries(headers).filter(
    ([name]) => !['x-request-id', 'date', 'x-ratelimit-remaining'].includes(name),
  ),
  text: text.replaceAll(/req_\w+/g, '').replaceAll(id, ''),
});

const at = (route: Route, params: Params): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? name);

async function showOwned(
  route: Route,
  { make, asking = {}, query }: Case & { kind: 'owned' },
  [mine, theirs]: Owners,
): Promise<void> {
  const rest = (await query?.()) ?? '';
  const [own, other] = [await make(mine), await make(theirs)];
  const reach = (params: Params, owner: Owner) =>
    ask(route, { ...asking, path: at(route, params) + rest }, owner.key);
  for (const name of Object.keys(own)) {
    const [foreign, random] = [other[name] ?? '', randomUUID()];
    const [toForeign, toRandom] = [
      await reach({ ...own, [name]: foreign }, mine),
      await reach({ ...own, [name]: random }, mine),
    ];
    assert.equal(toForeign.status, 404);
    assert.deepEqual(
      visibleResponse(toForeign, foreign),
      visibleResponse(toRandom, random),
      'another’s id is like a random one',
    );
  }
  assert.ok((await reach(own, mine)).status < 300, 'the owner is let in');
  assert.ok((await reach(other, theirs)).status < 300, 'and nothing was changed for the other');
}

async function showList(route: Route, { make }: Case & { kind: 'list' }, owners: Owners): Promise<void> {
  const [mine, theirs] = owners;
  const [own, other] = [await make(mine), await make(theirs)];
  for (const [owner, seen, unseen] of [
    [mine, own, other],
    [theirs, other, own],
  ] as const) {
    for (const accept of ['application/json', 'application/vnd.api+json']) {
      const { text } = await ask(route, { accept }, owner.key);
      assert.ok(text.includes(seen) && !text.includes(unseen));
    }
  }
}

async function showCreate(
  route: Route,
  { asking, list }: Case & { kind: 'create' },
  [mine, theirs]: Owners,
): Promise<void> {
  const { status, body } = await ask(route, await asking(), mine.key);
  assert.equal(status, 201);
  const { id } = body as { id: string };
  assert.ok((await api.call({ path: list, key: mine.key })).text.includes(id));
  assert.ok(!(await api.call({ path: list, key: theirs.key })).text.includes(id));
}

async function showShared(
  route: Route,
  { asking, hidden }: Case & { kind: 'shared' },
  [mine, theirs]: Owners,
): Promise<void> {
  const whole = { path: route.path.replace(/\{\w+\}/g, randomUUID()), ...asking };
  const [one, other] = [await ask(route, whole, mine.key), await ask(route, whole, theirs.key)];
  const shown = (answer: TestResponse, id: string) =>
    visibleResponse({ ...answer, text: answer.text.replaceAll(hidden ?? /$^/g, '') }, id);
  assert.deepEqual(shown(one, mine.accountId), shown(other, theirs.accountId));
}

async function showCase(route: Route, shown: Case, owners: Owners): Promise<void> {
  if (shown.kind === 'owned') await showOwned(route, shown, owners);
  else if (shown.kind === 'list') await showList(route, shown, owners);
  else if (shown.kind === 'create') await showCreate(route, shown, owners);
  else await showShared(route, shown, owners);
}

for (const route of routes) {
  const shown = cases[route.operationId];
  if (shown === undefined) continue;
  const title = `${route.method} ${route.path} keeps accounts apart (${shown.kind})`;
  test(title, () => showCase(route, shown, [mine, theirs]));
  if (route.changesAlerts) test(`${title}, with a key of alerts`, () => showCase(route, shown, alertOwners));
}

test('no route answers without a key, or with an unknown key', async () => {
  for (const route of routes) {
    const path = route.path.replace(/\{\w+\}/g, randomUUID());
    for (const key of [null, 'gbl_live_0']) {
      assert.equal(
        (await api.call({ method: route.method, path, key })).status,
        401,
        `${route.method} ${path}`,
      );
    }
  }
});

test('two keys of one account see the same, and another account’s key never does', async () => {
  const { id } = await createTestFavorite(api.db, api.clock, mine);
  const path = `/favorite-properties/${id}`;
  const { key } = await createApiKey(api.db, api.clock, { accountId: mine.accountId, name: 'second' });
  const [first, second] = [await api.call({ path, key: mine.key }), await api.call({ path, key })];
  assert.deepEqual(second.body, first.body);
  assert.equal((await api.call({ path, key: theirs.key })).status, 404);
});
