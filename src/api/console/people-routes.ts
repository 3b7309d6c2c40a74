import { Type } from 'typebox';
import type { SessionUser } from '../../accounts/authenticate.ts';
import { ROLES, type Role } from '../../accounts/roles.ts';
import { namedId } from '../../lib/ids.ts';
import { PAGE_SIZE, pageOffset } from '../../lib/page.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Problem } from '../../service/problem.ts';
import { LOCAL_PROVIDER_ID } from '../../sign-in/provider.ts';
import { listSessions, revokeOtherSessions, revokeSession, type SessionRow } from '../../sign-in/sessions.ts';
import { listedResource, plainResource } from '../resource.ts';
import { type Route, type RouteCall, readOne, readPage, remove } from '../route.ts';
import { actionRoute, consoleRouteBase } from './action-route.ts';
import { clearCookieHeader } from './cookies.ts';
import { isLocalClient } from './local-client.ts';
import type { ConsoleParts } from './parts.ts';
import { SIGN_IN_PATH } from './sign-in-pages.ts';

const API = '/console/api';
const uuid = Type.String({ format: 'uuid' });
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const moment = (description: string) => Type.String({ format: 'date-time', description });

/** What a person may do on an account. */
export const role = Type.Unsafe<Role>({
  title: 'Role',
  type: 'string',
  enum: [...ROLES],
  description:
    'OWNER: everything, people included. MEMBER: everything but people, the audit log and the signing key. READ_ONLY: changes nothing.',
});

const person = plainResource(
  'Person',
  `${API}/me`,
  Type.Object(
    {
      id: uuid,
      name: textOrNull('As the provider gives it.'),
      email: textOrNull('As the provider gives it, when it was verified.'),
      accountId: uuid,
      accountName: Type.String(),
      role,
      operator: Type.Boolean({ description: 'May use the operator screens and routes.' }),
      sessionId: Type.String({ format: 'uuid', description: 'The session of this call.' }),
    },
    { additionalProperties: false, description: 'Who is signed in.' },
  ),
);

const provider = listedResource(
  'SignInProvider',
  Type.Object(
    {
      id: uuid,
      key: Type.String({ description: 'Its name in the settings.' }),
      name: Type.String({ description: 'What a button says.' }),
      local: Type.Boolean({ description: 'For development on this machine only: no password, one click.' }),
      method: Type.String({
        title: 'SignInMethod',
        enum: ['GET', 'POST'],
        description: 'Of the request that begins it.',
      }),
      address: Type.String({
        description: 'Where a browser goes to sign in; takes `returnTo`, a path of the console.',
      }),
    },
    { additionalProperties: false, description: 'A way to sign in.' },
  ),
);

const session = listedResource(
  'ConsoleSession',
  Type.Object(
    {
      id: uuid,
      provider: Type.String({ description: 'What it was begun with.' }),
      userAgent: textOrNull('The browser, in its own words.'),
      current: Type.Boolean({ description: 'The session of this call.' }),
      createdAt: moment('When it was begun.'),
      lastUsedAt: moment('At most a minute late.'),
      expiresAt: moment('When it ends at the latest; a week without use ends it too.'),
    },
    { additionalProperties: false, description: 'A browser that is signed in.' },
  ),
);

/** The middleware lets nobody else in. */
export function requireSignedIn({ signedIn }: RouteCall): SessionUser {
  if (signedIn === undefined) throw new Problem('unauthorized', 'Sign in to the console first.');
  return signedIn;
}

const flatSession = (row: SessionRow, current: string) => ({
  ...row,
  current: row.id === current,
  createdAt: formatTimestamp(row.createdAt),
  lastUsedAt: formatTimestamp(row.lastUsedAt),
  expiresAt: formatTimestamp(row.expiresAt),
});

/** Pages of a list that is always short. */
export const slicePage = <Row>(rows: readonly Row[], page: number) => ({
  rows: rows.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE),
  total: rows.length,
});

const PROVIDERS_NAMESPACE = '5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1b00';

function listProviders({ settings, origins }: ConsoleParts, { from }: RouteCall) {
  const origin = origins.originFor(from?.headers.host);
  const way = (key: string, name: string) => ({
    id: namedId(PROVIDERS_NAMESPACE, key),
    key,
    name,
    address: `${SIGN_IN_PATH}/${key}`,
  });
  const providers = settings.providers.map(({ id, name }) => ({
    ...way(id, name),
    local: false,
    method: 'GET',
  }));
  const isOwn =
    from !== undefined && isLocalClient(from) && origin !== undefined && !origins.isSecure(origin);
  const isLocal = settings.localAccount !== undefined && isOwn;
  return isLocal
    ? [...providers, { ...way(LOCAL_PROVIDER_ID, 'Local development'), local: true, method: 'POST' }]
    : providers;
}

const tag = 'Signing in';

export const peopleRoutes = (parts: ConsoleParts): Route[] => [
  readOne({
    ...consoleRouteBase,
    path: `${API}/me`,
    operationId: 'getMe',
    tag,
    summary: 'Get the signed-in person',
    resource: person,
    async find(call) {
      const { personId, sessionId, accountName, name, email } = requireSignedIn(call);
      const { accountId, operator = false, role = 'READ_ONLY' } = call;
      return { id: personId, name, email, accountId, accountName, role, operator, sessionId };
    },
  }),
  readPage({
    ...consoleRouteBase,
    access: 'open',
    path: `${API}/providers`,
    operationId: 'listProviders',
    tag,
    summary: 'List sign-in providers',
    resource: provider,
    list: async (call) => slicePage(listProviders(parts, call), call.query.page),
  }),
  signOutRoute(parts),
  readPage({
    ...consoleRouteBase,
    path: `${API}/sessions`,
    operationId: 'listSessions',
    tag,
    summary: 'List sessions',
    resource: session,
    async list(call) {
      const { personId, sessionId } = requireSignedIn(call);
      const rows = await listSessions(call.db, call.clock, personId);
      return slicePage(
        rows.map((row) => flatSession(row, sessionId)),
        call.query.page,
      );
    },
  }),
  remove({
    ...consoleRouteBase,
    path: `${API}/sessions/{id}`,
    isPersonal: true,
    operationId: 'revokeSession',
    tag,
    summary: 'End a session',
    drop: (call) => revokeSession(call.db, requireSignedIn(call).personId, call.params['id'] ?? ''),
  }),
  actionRoute({
    ...consoleRouteBase,
    path: `${API}/sessions/revoke-others`,
    isPersonal: true,
    operationId: 'revokeOtherSessions',
    tag,
    summary: 'End all other sessions',
    resource: session,
    async act(call) {
      const { personId, sessionId } = requireSignedIn(call);
      await revokeOtherSessions(call.db, personId, sessionId);
      const rows = await listSessions(call.db, call.clock, personId);
      const own = rows.find(({ id }) => id === sessionId);
      return own && flatSession(own, sessionId);
    },
  }),
];

const signOutRoute = ({ origins }: ConsoleParts): Route => ({
  ...consoleRouteBase,
  method: 'POST',
  path: `${API}/sign-out`,
  isPersonal: true,
  operationId: 'signOut',
  tag,
  summary: 'Sign out',
  query: Type.Object({}, { additionalProperties: false }),
  answers: [{ status: 204, description: 'Signed out; the answer has no body.' }],
  problems: ['payload-too-large', 'unsupported-media-type'],
  async run(call) {
    const { personId, sessionId } = requireSignedIn(call);
    await revokeSession(call.db, personId, sessionId);
    const secure = origins.isSecure(origins.originFor(call.from?.headers.host) ?? '');
    return { status: 204, results: 0, headers: { 'set-cookie': clearCookieHeader('session', secure) } };
  },
});
