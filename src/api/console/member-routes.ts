import { Type } from 'typebox';
import { changeRole, listMembers, type MemberRow, removeMember } from '../../accounts/members.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { type Problem, validationProblem } from '../../service/problem.ts';
import { listedResource } from '../resource.ts';
import { type Route, readPage, remove } from '../route.ts';
import { consoleRouteBase, updateRoute } from './action-route.ts';
import { role } from './people-routes.ts';

const PATH = '/console/api/people';
const tag = 'People';
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const member = listedResource(
  'AccountMember',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the person.' }),
      name: textOrNull('As the provider gives it.'),
      email: textOrNull('As the provider gives it, when it was verified.'),
      role,
      createdAt: Type.String({ format: 'date-time', description: 'Since when they belong to the account.' }),
      lastSignedInAt: Type.String({ format: 'date-time' }),
      liveKeys: Type.Integer({ description: 'Keys of the account that they created and that still work.' }),
    },
    { additionalProperties: false, description: 'A person on the account.' },
  ),
);

const flat = ({ personId, createdAt, lastSignedInAt, ...row }: MemberRow) => ({
  id: personId,
  ...row,
  createdAt: formatTimestamp(createdAt),
  lastSignedInAt: formatTimestamp(lastSignedInAt),
});

export const lastOwnerProblem = (): Problem =>
  validationProblem('role', 'An account has an owner: make another person an owner first.', 'last_owner');

export const memberRoutes: Route[] = [
  readPage({
    ...consoleRouteBase,
    path: PATH,
    operationId: 'listPeople',
    tag,
    summary: 'List the people on the account',
    resource: member,
    async list({ db, accountId, query }) {
      const { rows, total } = await listMembers(db, accountId, query.page);
      return { rows: rows.map(flat), total };
    },
  }),
  updateRoute({
    ...consoleRouteBase,
    path: `${PATH}/{id}`,
    right: 'owner',
    operationId: 'changeRole',
    tag,
    summary: 'Change the role of a person',
    description: 'Holds for their next call, and within seconds for keys that they created.',
    body: Type.Object({ role }, { additionalProperties: false }),
    bodyName: 'RoleChange',
    async update({ db, accountId, params, body }) {
      const result = await changeRole(db, { accountId, personId: params['id'] ?? '', role: body.role });
      if (result === 'last-owner') throw lastOwnerProblem();
      return result === 'done';
    },
  }),
  remove({
    ...consoleRouteBase,
    path: `${PATH}/{id}`,
    right: 'owner',
    operationId: 'removePerson',
    tag,
    summary: 'Remove a person from the account',
    description: 'Their sessions on the account end, and the keys that they created are revoked.',
    problems: ['validation'],
    async drop({ db, clock, accountId, params }) {
      const result = await removeMember(db, clock, { accountId, personId: params['id'] ?? '' });
      if (result === 'last-owner') throw lastOwnerProblem();
      return result === 'done';
    },
  }),
];
