import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createAccount, createApiKey } from '../../src/accounts/accounts.ts';
import { createInvitation } from '../../src/accounts/invitations.ts';
import { addMember } from '../../src/accounts/members.ts';
import type { ConsoleParts } from '../../src/api/console/parts.ts';
import { consoleRoutes } from '../../src/api/console/table.ts';
import type { Route } from '../../src/api/route.ts';
import { openSession } from '../../src/sign-in/sessions.ts';
import { createTestAlertEvent } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { createTestDestination, createTestNotification } from '../support/deliveries.ts';
import { createOwner, createTestProperty } from '../support/owners.ts';
import { consoleCall, createPerson } from '../support/signed-in.ts';

const api = await startApi({ after }, { console: { operators: ['root@people.example'] } });
const [mine, theirs] = [await createPerson(api), await createPerson(api)];
const operator = await createPerson(api, 'root@people.example');
const routes = consoleRoutes({} as ConsoleParts);

type Person = typeof mine;

/** By operation: creates the resource of the path for a person. A new route needs an entry here. */
const owned: Record<string, (person: Person) => Promise<string>> = {
  getKey: async ({ accountId }) =>
    (await createApiKey(api.db, api.clock, { accountId, name: 'k' })).row.apiKeyId,
  revokeKey: async ({ accountId }) =>
    (await createApiKey(api.db, api.clock, { accountId, name: 'k' })).row.apiKeyId,
  revokeSession: async (person) =>
    (await openSession(api.db, api.clock, person, { provider: 'people', userAgent: 'x' })).id,
  getServedDestination: async (person) => (await createTestDestination(api.db, api.clock, person)).id,
  getDeliveryLine: (person) => createTestNotification(api.db, api.clock, person),
  listEventLines: async (person) => (await createTestAlertEvent(api.db, api.clock, person)).alertId,
  enterAccount: (person) => createSharedAccount(person),
  leaveAccount: (person) => createSharedAccount(person),
  changeRole: (person) => addColleague(person),
  removePerson: (person) => addColleague(person),
  revokeInvitation: async ({ accountId, personId }) => {
    const asked = { accountId, email: 'ada@people.example', role: 'MEMBER', language: 'en' } as const;
    return (await createInvitation(api.db, api.clock, { ...asked, invitedBy: personId })).id;
  },
  reactivateDestination: async (person) => (await createTestDestination(api.db, api.clock, person)).id,
};
/** Open to every signed-in person: their ids are only known to those who have the code. */
const shared = ['listJoinings', 'listStatedListings', 'approveDeviceGrant', 'denyDeviceGrant'];

/** Of no account: operators only. */
const operatorOnly = ['pullFeed'];

/** An account of two owners, so that one may leave. */
async function createSharedAccount({ personId }: Person): Promise<string> {
  const account = await createAccount(api.db, api.clock, randomUUID());
  assert.ok(account !== undefined);
  const { accountId } = account;
  for (const one of [personId, operator.personId])
    await addMember(api.db, api.clock, { accountId, personId: one, role: 'OWNER' });
  return accountId;
}

async function addColleague({ accountId }: Person): Promise<string> {
  const { personId } = await createPerson(api);
  await addMember(api.db, api.clock, { accountId, personId, role: 'READ_ONLY' });
  return personId;
}

/** In a session of its own: a call may enter another account. */
async function callRoute(route: Route, person: Person, id: string) {
  const { secret } = await openSession(api.db, api.clock, person, { provider: 'people', userAgent: 'x' });
  return consoleCall(api, `gable_session=${secret}`, {
    method: route.method,
    path: route.path.replace(/\{\w+\}/, id),
    ...(route.body !== undefined && { body: { role: 'MEMBER' } }),
  });
}

test('every route of the console with an id is in the isolation matrix', () => {
  const named = routes.filter(({ path }) => path.includes('{')).map(({ operationId }) => operationId);
  assert.deepEqual(named.toSorted(), [...Object.keys(owned), ...shared, ...operatorOnly].toSorted());
});

for (const route of routes) {
  const make = owned[route.operationId];
  if (make === undefined) continue;
  test(`${route.method} ${route.path} does not find the resource of another account`, async () => {
    const [own, other] = [await make(mine), await make(theirs)];
    const [toOther, toNothing] = [
      await callRoute(route, mine, other),
      await callRoute(route, mine, randomUUID()),
    ];
    assert.deepEqual([toOther.status, toNothing.status], [404, 404]);
    assert.ok((await callRoute(route, mine, own)).status < 300);
    assert.ok((await callRoute(route, theirs, other)).status < 300, 'nothing was changed for the other');
  });
}

test('lists contain only resources of the person or the account', async () => {
  for (const path of [
    '/console/api/keys',
    '/console/api/sessions',
    '/console/api/destinations',
    '/console/api/people',
  ]) {
    const ids = async ({ cookie }: Person) =>
      ((await consoleCall(api, cookie, { path })).body as { id: string }[]).map(({ id }) => id);
    const [own, other] = [await ids(mine), await ids(theirs)];
    assert.ok(own.length > 0 && other.length > 0 && !own.some((id) => other.includes(id)), path);
  }
});

test('every route of the console but the public ones needs a session, and refuses a key', async () => {
  const { key } = await createOwner(api.db, api.clock);
  for (const route of routes.filter(({ access }) => access === 'session')) {
    const path = route.path.replace(/\{\w+\}/, randomUUID());
    for (const presented of [null, key]) {
      const { status } = await api.call({ method: route.method, path, key: presented });
      assert.equal(status, 401, `${route.method} ${path}`);
    }
  }
});

test('operator routes need an operator: those of the console and those of the API', async () => {
  const paths = routes
    .filter(({ right, method }) => right === 'operator' && method === 'GET')
    .map(({ path }) => path);
  for (const path of [...paths, '/operator/feeds']) {
    assert.equal((await consoleCall(api, mine.cookie, { path })).status, 403, path);
    assert.equal((await consoleCall(api, operator.cookie, { path })).status, 200, path);
  }
  const pull = { method: 'POST', path: `/console/api/operator/feeds/${randomUUID()}/pull` } as const;
  for (const [person, status] of [
    [mine, 403],
    [operator, 404],
  ] as const)
    assert.equal((await consoleCall(api, person.cookie, pull)).status, status);
  const body = { name: 'mine', operator: true };
  const asked = (person: Person) =>
    consoleCall(api, person.cookie, { method: 'POST', path: '/console/api/keys', body });
  assert.deepEqual([(await asked(mine)).status, (await asked(operator)).status], [403, 201]);
  const alerts = { method: 'POST', path: '/console/api/keys', body: { ...body, scope: 'ALERTS' } } as const;
  assert.equal((await consoleCall(api, operator.cookie, alerts)).status, 422);
});

test('calls of the console count in the account’s usage, under the name Console', async () => {
  await createTestProperty(api.db, api.clock);
  await consoleCall(api, mine.cookie, { path: '/sources' });
  await api.usage.flush();
  const { body } = await consoleCall(api, mine.cookie, { path: '/account/api-usage' });
  const text = JSON.stringify(body);
  assert.ok(text.includes('Console') && text.includes('/sources') && !text.includes('/console/api'), text);
});

test('a rotated signing key is shown once', async () => {
  await createTestDestination(api.db, api.clock, mine);
  const before = (await consoleCall(api, mine.cookie, { path: '/console/api/signing-key' })).body as {
    hint: string;
  };
  const rotated = await consoleCall(api, mine.cookie, {
    method: 'POST',
    path: '/console/api/signing-key/rotate',
  });
  const { key, hint } = rotated.body as { key: string; hint: string };
  assert.match(key, /^whsec_/);
  assert.notEqual(hint, before.hint);
  const { text } = await consoleCall(api, mine.cookie, { path: '/console/api/signing-key' });
  assert.ok(text.includes(hint) && !text.includes(key));
});
