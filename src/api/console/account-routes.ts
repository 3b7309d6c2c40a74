import { Type } from 'typebox';
import {
  type EnterableAccount,
  findEnterableAccount,
  listEnterableAccounts,
  removeMember,
} from '../../accounts/members.ts';
import { ROLES, type Role } from '../../accounts/roles.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { enterAccount } from '../../sign-in/sessions.ts';
import { listedResource } from '../resource.ts';
import { type Route, type RouteCall, readPage, remove } from '../route.ts';
import { actionRoute, consoleRouteBase } from './action-route.ts';
import { lastOwnerProblem } from './member-routes.ts';
import { requireSignedIn } from './people-routes.ts';

const PATH = '/console/api/accounts';
const tag = 'Accounts';

const account = listedResource(
  'EnterableAccount',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      role: Type.Unsafe<Role | null>({
        type: ['string', 'null'],
        enum: [...ROLES, null],
        description: 'Of the person on it; null for one that a developer at this machine may enter.',
      }),
      current: Type.Boolean({ description: 'The account of this call.' }),
    },
    { additionalProperties: false, description: 'An account that the person may enter.' },
  ),
);

const flat = (row: EnterableAccount, { accountId }: RouteCall) => ({ ...row, current: row.id === accountId });

const recordOn = (call: RouteCall, accountId: string, action: string): Promise<void> =>
  recordAction(
    call.db,
    call.clock,
    { accountId, apiKeyId: call.apiKeyId ?? '', signedIn: requireSignedIn(call) },
    { action, target: call.target.path },
  );

const listRoute = readPage({
  ...consoleRouteBase,
  path: PATH,
  operationId: 'listEnterableAccounts',
  tag,
  summary: 'List the accounts of the person',
  description:
    'Those the person belongs to; all of them for a developer at this machine, without a provider.',
  resource: account,
  query: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name, in any case.' })),
  }),
  async list(call) {
    const { personId, isLocal } = requireSignedIn(call);
    const filter = { personId, all: isLocal, name: call.query.name ?? '' };
    const { rows, total } = await listEnterableAccounts(call.db, filter, call.query.page);
    return { rows: rows.map((row) => flat(row, call)), total };
  },
});

export const accountRoutes: Route[] = [
  listRoute,
  actionRoute({
    ...consoleRouteBase,
    path: `${PATH}/{id}/enter`,
    isPersonal: true,
    operationId: 'enterAccount',
    tag,
    summary: 'Enter another account',
    description: 'The session acts on it from now on, and the next sign-in begins there.',
    resource: account,
    async act(call) {
      const [person, id] = [requireSignedIn(call), call.params['id'] ?? ''];
      if (!(await enterAccount(call.db, call.clock, person, id))) return undefined;
      const filter = { personId: person.personId, accountId: id };
      const entered = await findEnterableAccount(call.db, filter);
      return entered && { ...entered, current: true };
    },
  }),
  remove({
    ...consoleRouteBase,
    path: `${PATH}/{id}/membership`,
    isPersonal: true,
    operationId: 'leaveAccount',
    tag,
    summary: 'Leave an account',
    description: 'Keys that the person created on it are revoked. The last owner stays.',
    problems: ['validation'],
    async drop(call) {
      const [{ personId }, accountId] = [requireSignedIn(call), call.params['id'] ?? ''];
      const result = await removeMember(call.db, call.clock, { accountId, personId });
      if (result === 'last-owner') throw lastOwnerProblem();
      if (result === 'done' && accountId !== call.accountId) await recordOn(call, accountId, 'leaveAccount');
      return result === 'done';
    },
  }),
];
