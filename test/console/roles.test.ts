import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addMember } from '../../src/accounts/members.ts';
import { ROLES, type Role } from '../../src/accounts/roles.ts';
import type { ConsoleParts } from '../../src/api/console/parts.ts';
import { consoleRoutes } from '../../src/api/console/table.ts';
import { onlyReads, type Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { openSession } from '../../src/sign-in/sessions.ts';
import { startApi } from '../support/api.ts';
import { consoleCall, createPerson } from '../support/signed-in.ts';

const api = await startApi({ after }, { console: { operators: ['root@people.example'] } });
const owner = await createPerson(api, 'root@people.example');

/** The least role that may call each route of the console. A new route needs an entry. */
const LEAST: Record<Role, readonly string[]> = {
  OWNER: [
    ...['changeRole', 'removePerson', 'listInvitations', 'invitePerson', 'revokeInvitation'],
    'rotateSigningKey',
  ],
  MEMBER: [
    ...['createKey', 'revokeKey', 'approveDeviceGrant', 'reactivateDestination', 'decideGrouping'],
    ...['openRequestBin', 'emptyRequestBin', 'pullFeed'],
  ],
  READ_ONLY: [
    ...['getMe', 'signOut', 'listSessions', 'revokeSession', 'revokeOtherSessions'],
    ...['listEnterableAccounts', 'enterAccount', 'leaveAccount', 'listPeople'],
    ...['findInvitation', 'acceptInvitation', 'listKeys', 'getKey', 'getSigningKey'],
    ...['findDeviceGrant', 'denyDeviceGrant', 'listServedDestinations', 'getServedDestination'],
    ...['listJoinings', 'listBorderlinePairs', 'listQueues', 'listFreshness'],
    ...['previewGrouping', 'listGroupingDecisions', 'listStatedListings', 'checkWebhookUrl'],
    ...['listDeliveryLines', 'getDeliveryLine', 'listEventLines', 'getRequestBin', 'listBinRequests'],
    ...['followHomeChanges', 'getMapContours', 'getMapRoads'],
  ],
};

const console_ = consoleRoutes({} as ConsoleParts).filter(({ access }) => access === 'session');

test('every route of the console has a least role', () => {
  const named = Object.values(LEAST).flat();
  assert.deepEqual(console_.map(({ operationId }) => operationId).toSorted(), named.toSorted());
});

/** An operator with that role on the account of the owner: only the role differs. */
async function sessionAs(role: Role): Promise<string> {
  const { accountId } = owner;
  const person = await createPerson(api, 'root@people.example', randomUUID());
  await addMember(api.db, api.clock, { accountId, personId: person.personId, role });
  const signIn = { provider: 'people', userAgent: 'x' };
  const { secret } = await openSession(api.db, api.clock, { ...person, accountId }, signIn);
  return `gable_session=${secret}`;
}

async function statusOf(route: Route, cookie: string): Promise<number> {
  const { status } = await consoleCall(api, cookie, {
    method: route.method,
    path: route.path.replaceAll(/\{\w+\}/g, randomUUID()),
    ...(route.body !== undefined && { body: {} }),
  });
  return status;
}

for (const route of console_)
  test(`roles: ${route.operationId}`, async () => {
    const least = ROLES.find((role) => LEAST[role].includes(route.operationId)) ?? 'OWNER';
    for (const role of ROLES) {
      const isAllowed = ROLES.indexOf(role) <= ROLES.indexOf(least);
      assert.equal((await statusOf(route, await sessionAs(role))) !== 403, isAllowed, role);
    }
  });

const kept = { MEMBER: await sessionAs('MEMBER'), READ_ONLY: await sessionAs('READ_ONLY') };

for (const route of routes)
  test(`roles: ${route.operationId}, of the API`, async () => {
    const isAllowed = (role: Role): boolean =>
      route.right === 'owner' ? role === 'OWNER' : role !== 'READ_ONLY' || onlyReads(route);
    for (const role of ['MEMBER', 'READ_ONLY'] as const)
      assert.equal((await statusOf(route, kept[role])) !== 403, isAllowed(role), role);
  });

test('what only owners read over the API is the audit log', () => {
  const ownerOnly = routes.filter(({ right }) => right === 'owner').map(({ operationId }) => operationId);
  assert.deepEqual(ownerOnly, ['listAuditLog']);
});
