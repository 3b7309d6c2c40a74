import { type Static, Type } from 'typebox';
import { newId } from '../../lib/ids.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Problem } from '../../service/problem.ts';
import {
  type DeviceGrantRow,
  decideGrant,
  findPendingGrant,
  GRANT_LIFETIME_MS,
  POLL_INTERVAL_SECONDS,
  pollDeviceGrant,
  startDeviceGrant,
} from '../../sign-in/device-grants.ts';
import { queryRoute } from '../query-route.ts';
import { listedResource } from '../resource.ts';
import { create, type Route, type RouteCall } from '../route.ts';
import { actionRoute, consoleRouteBase } from './action-route.ts';
import { CONSOLE_PATH } from './origins.ts';
import type { ConsoleParts } from './parts.ts';
import { requireSignedIn } from './people-routes.ts';

const PATH = '/console/api/device-grants';
const MAX_PROGRAM_CHARS = 100;

const grant = {
  id: Type.String({ format: 'uuid' }),
  userCode: Type.String({
    description: 'What the person compares with what the program shows.',
    examples: ['BCDF-GHJK'],
  }),
  program: Type.String({ description: 'What calls itself so; nobody vouches for it.' }),
  address: Type.String({ description: 'The IP address it asked from.' }),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
};

const deviceGrant = listedResource(
  'DeviceGrant',
  Type.Object(
    { ...grant, approved: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }) },
    { additionalProperties: false, description: 'A program that asks for a key.' },
  ),
);

const deviceRequest = listedResource(
  'DeviceRequest',
  Type.Object(
    {
      id: grant.id,
      userCode: grant.userCode,
      deviceCode: Type.String({ description: 'The program’s own secret: it comes for the key with it.' }),
      verificationUri: Type.String({ description: 'Where the person approves.' }),
      verificationUriComplete: Type.String({ description: 'The same with the code filled in.' }),
      expiresIn: Type.Integer({ description: 'Seconds.' }),
      interval: Type.Integer({ description: 'Seconds to wait between two questions.' }),
    },
    { additionalProperties: false, description: 'What a program shows the person, and stores.' },
  ),
);

const deviceAnswer = listedResource(
  'DeviceAnswer',
  Type.Object(
    {
      id: grant.id,
      status: Type.String({
        title: 'DeviceGrantStatus',
        enum: ['PENDING', 'GRANTED', 'DENIED', 'TAKEN', 'EXPIRED'],
        description: 'TAKEN: the key was shown already and is not shown again.',
      }),
      key: Type.Optional(Type.String({ description: 'The key, once, with GRANTED.' })),
    },
    { additionalProperties: false, description: 'Whether the person has decided.' },
  ),
);

const STATUS = {
  waiting: 'PENDING',
  granted: 'GRANTED',
  denied: 'DENIED',
  taken: 'TAKEN',
  over: 'EXPIRED',
} as const;

const flat = ({ takenAt: _, ...row }: DeviceGrantRow) => ({
  ...row,
  createdAt: formatTimestamp(row.createdAt),
  expiresAt: formatTimestamp(row.expiresAt),
});

const requestBody = Type.Object(
  {
    program: Type.String({
      minLength: 1,
      maxLength: MAX_PROGRAM_CHARS,
      pattern: '\\S',
      description: 'What the person is shown, and the name of the key.',
      examples: ['gable login on build-7'],
    }),
  },
  { additionalProperties: false },
);

async function requestGrant({ origins }: ConsoleParts, call: RouteCall<unknown, Static<typeof requestBody>>) {
  const origin = origins.originFor(call.from?.headers.host);
  if (origin === undefined) {
    throw new Problem('forbidden', 'Nobody can sign in at this URL: set BASE_URL to the one people use.');
  }
  // A person reads this text before approving: it must not be able to rewrite the line around it.
  const program = call.body.program.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim() || 'a program';
  const { secret, grant: made } = await startDeviceGrant(call.db, call.clock, {
    program,
    address: call.from?.ip ?? '',
  });
  const verificationUri = `${origin}${CONSOLE_PATH}/device`;
  return {
    id: made.id,
    userCode: made.userCode,
    deviceCode: secret,
    verificationUri,
    verificationUriComplete: `${verificationUri}?code=${made.userCode}`,
    expiresIn: GRANT_LIFETIME_MS / 1000,
    interval: POLL_INTERVAL_SECONDS,
  };
}

const tag = 'Keys for programs';
const decideGrantHandler = (approved: boolean) => async (call: RouteCall) => {
  const { personId } = requireSignedIn(call);
  const { accountId } = call;
  const decision = { id: call.params['id'] ?? '', personId, accountId, approved };
  const row = await decideGrant(call.db, call.clock, decision);
  return row && flat(row);
};

export const deviceRoutes = (parts: ConsoleParts): Route[] => [
  create({
    ...consoleRouteBase,
    access: 'open',
    path: PATH,
    operationId: 'requestKey',
    tag,
    summary: 'Start a device grant',
    description:
      'In the manner of RFC 8628: a person approves in the console, and the program comes for the key.',
    resource: deviceRequest,
    problems: ['forbidden'],
    body: requestBody,
    make: async (call) => ({ flat: await requestGrant(parts, call), created: true }),
  }),
  {
    ...queryRoute({
      path: `${PATH}/key`,
      operationId: 'takeKey',
      tag,
      summary: 'Poll a device grant',
      routeType: 'other',
      resource: deviceAnswer,
      body: Type.Object(
        { deviceCode: Type.String({ minLength: 1, maxLength: 100 }) },
        { additionalProperties: false },
      ),
      async find({ db, clock, body }) {
        const polled = await pollDeviceGrant(db, clock, body.deviceCode);
        const key = polled.outcome === 'granted' ? { key: polled.key } : {};
        return { id: newId(clock.now()), status: STATUS[polled.outcome], ...key };
      },
    }),
    access: 'open',
  },
  {
    ...queryRoute({
      path: `${PATH}/lookup`,
      operationId: 'findDeviceGrant',
      tag,
      summary: 'Find a device grant by code',
      description: 'Spaces, hyphens and case do not matter. 404 when it was decided, or is over.',
      routeType: 'other',
      resource: deviceGrant,
      body: Type.Object(
        { userCode: Type.String({ minLength: 1, maxLength: 40 }) },
        { additionalProperties: false },
      ),
      async find({ db, clock, body }) {
        const row = await findPendingGrant(db, clock, body.userCode);
        return row && flat(row);
      },
    }),
    access: 'session',
  },
  actionRoute({
    ...consoleRouteBase,
    path: `${PATH}/{id}/approve`,
    operationId: 'approveDeviceGrant',
    tag,
    summary: 'Approve a device grant',
    resource: deviceGrant,
    act: decideGrantHandler(true),
  }),
  actionRoute({
    ...consoleRouteBase,
    path: `${PATH}/{id}/deny`,
    isPersonal: true,
    operationId: 'denyDeviceGrant',
    tag,
    summary: 'Deny a device grant',
    resource: deviceGrant,
    act: decideGrantHandler(false),
  }),
];
