import { Type } from 'typebox';
import { createApiKey, type KeyRow, listApiKeys, revokeApiKeyById } from '../../accounts/accounts.ts';
import { KEY_SCOPES, type KeyScope } from '../../accounts/key-scopes.ts';
import { findSigningKeyHint, rotateSigningKey } from '../../delivery/keys/signing-keys.ts';
import { parseDateTimeOrDate } from '../../lib/moment.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Problem, validationProblem } from '../../service/problem.ts';
import { plainResource } from '../resource.ts';
import { create, type Route, type RouteCall, readOne, readPage, remove } from '../route.ts';
import { actionRoute, consoleRouteBase } from './action-route.ts';
import { requireSignedIn, slicePage } from './people-routes.ts';

const API = '/console/api';
const MAX_LIVE_KEYS = 100;
const MAX_NAME_CHARS = 200;
const uuid = Type.String({ format: 'uuid' });
const momentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const scope = Type.Unsafe<KeyScope>({
  title: 'ApiKeyScope',
  type: 'string',
  enum: [...KEY_SCOPES],
  description:
    'READ: may read and search, and change nothing. ALERTS: may also change alerts, destinations and favorites. FULL: may change everything of the account that a key can.',
});
const operator = Type.Boolean({ description: 'May do what only the operator of the service does.' });

const apiKey = plainResource(
  'ApiKey',
  `${API}/keys/{id}`,
  Type.Object(
    {
      id: uuid,
      name: Type.String(),
      hint: Type.String({ description: 'Its last four characters.' }),
      operator,
      scope,
      expiresAt: momentOrNull('From then on it is refused; null: never.'),
      createdAt: Type.String({ format: 'date-time' }),
      lastUsedAt: momentOrNull('A few seconds late.'),
      revokedAt: momentOrNull('Since when it is not accepted.'),
      key: Type.Optional(
        Type.String({ description: 'The key itself, only in the answer that creates it: it is not kept.' }),
      ),
    },
    { additionalProperties: false, description: 'An API key of the account.' },
  ),
);

const flatKey = (row: KeyRow) => ({
  id: row.apiKeyId,
  name: row.name,
  hint: row.hint,
  operator: row.operator,
  scope: row.scope,
  expiresAt: row.expiresAt && formatTimestamp(row.expiresAt),
  createdAt: formatTimestamp(row.createdAt),
  lastUsedAt: row.lastUsedAt && formatTimestamp(row.lastUsedAt),
  revokedAt: row.revokedAt && formatTimestamp(row.revokedAt),
});

function parseExpiry(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const expiresAt = parseDateTimeOrDate(text);
  if (expiresAt === undefined || expiresAt <= now)
    throw validationProblem(
      'expiresAt',
      'A key expires at a moment after now, such as 2027-01-31.',
      'invalid',
    );
  return expiresAt;
}

/** Keys that somebody holds or held, newest first; not the console's own. */
async function listIssuedKeys({ db, accountId }: RouteCall): Promise<KeyRow[]> {
  return (await listApiKeys(db, accountId)).filter(({ ofConsole }) => !ofConsole).reverse();
}

const signingKey = plainResource(
  'SigningKey',
  `${API}/signing-key`,
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the account: it has one signing key.' }),
      hint: Type.String({ description: 'By which webhooks name the key they are signed with.' }),
      key: Type.Optional(Type.String({ description: 'The key itself, only in the answer that rotates it.' })),
    },
    { additionalProperties: false, description: "What signs the account's webhooks." },
  ),
);

const tag = 'Keys';

const createKeyRoute = create({
  ...consoleRouteBase,
  path: `${API}/keys`,
  operationId: 'createKey',
  tag,
  summary: 'Create an API key',
  description: `The key is in the answer, and nowhere after it. An account has at most ${MAX_LIVE_KEYS} that are not revoked.`,
  resource: apiKey,
  problems: ['forbidden'],
  body: Type.Object(
    {
      name: Type.String({
        minLength: 1,
        maxLength: MAX_NAME_CHARS,
        pattern: '\\S',
        examples: ['nightly import'],
      }),
      operator: Type.Optional(operator),
      scope: Type.Optional(Type.Unsafe<KeyScope>({ ...scope, default: 'FULL' })),
      expiresAt: Type.Optional(
        Type.String({ description: 'A moment after now, or a date; absent: it never expires.' }),
      ),
    },
    { additionalProperties: false },
  ),
  async make(call) {
    const { db, clock, accountId, body } = call;
    if (body.operator === true && call.operator !== true) {
      throw new Problem('forbidden', "Only an operator may make an operator's key.");
    }
    if (body.operator === true && body.scope === 'ALERTS') {
      throw validationProblem('scope', "An operator's key has the scope READ or FULL.", 'invalid');
    }
    const live = (await listIssuedKeys(call)).filter(({ revokedAt }) => revokedAt === null);
    if (live.length >= MAX_LIVE_KEYS) {
      throw validationProblem(
        '',
        `An account has at most ${MAX_LIVE_KEYS} keys: revoke one first.`,
        'too_many',
      );
    }
    const expiresAt = parseExpiry(body.expiresAt, clock.now());
    const owner = {
      accountId,
      personId: requireSignedIn(call).personId,
      name: body.name.trim(),
      operator: body.operator ?? false,
      scope: body.scope ?? 'FULL',
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    const { key, row } = await createApiKey(db, clock, owner);
    return { flat: { ...flatKey(row), key }, created: true };
  },
});

export const keyRoutes: Route[] = [
  readPage({
    ...consoleRouteBase,
    path: `${API}/keys`,
    operationId: 'listKeys',
    tag,
    summary: 'List API keys',
    resource: apiKey,
    list: async (call) => slicePage((await listIssuedKeys(call)).map(flatKey), call.query.page),
  }),
  createKeyRoute,
  readOne({
    ...consoleRouteBase,
    path: `${API}/keys/{id}`,
    operationId: 'getKey',
    tag,
    summary: 'Get an API key',
    resource: apiKey,
    async find(call) {
      const row = (await listIssuedKeys(call)).find(
        ({ apiKeyId }) => apiKeyId === call.params['id']?.toLowerCase(),
      );
      return row && flatKey(row);
    },
  }),
  remove({
    ...consoleRouteBase,
    path: `${API}/keys/{id}`,
    operationId: 'revokeKey',
    tag,
    summary: 'Revoke an API key',
    description:
      'It is refused within a second. It stays in the list; revoking it twice changes nothing. Only an owner revokes what another person created.',
    problems: ['forbidden'],
    async drop(call) {
      const id = call.params['id']?.toLowerCase() ?? '';
      const key = (await listIssuedKeys(call)).find(({ apiKeyId }) => apiKeyId === id);
      if (key === undefined) return false;
      if (call.role !== 'OWNER' && key.personId !== requireSignedIn(call).personId)
        throw new Problem('forbidden', 'Only an owner of the account revokes what another person created.');
      return revokeApiKeyById(call.db, call.clock, call.accountId, id);
    },
  }),
  readOne({
    ...consoleRouteBase,
    path: `${API}/signing-key`,
    operationId: 'getSigningKey',
    tag,
    summary: 'Get the signing key hint',
    description: '404 while the account has none: it comes with the first webhook destination.',
    resource: signingKey,
    async find({ db, accountId }) {
      const hint = await findSigningKeyHint(db, accountId);
      return hint === undefined ? undefined : { id: accountId, hint };
    },
  }),
  actionRoute({
    ...consoleRouteBase,
    path: `${API}/signing-key/rotate`,
    operationId: 'rotateSigningKey',
    tag,
    summary: 'Rotate the signing key',
    right: 'owner',
    description:
      'The new key is in the answer, and nowhere after it. Every webhook sent from now on is signed with it, retries and replays included; one that is on its way may still bear the old signature.',
    resource: signingKey,
    async act({ db, clock, delivery, accountId }) {
      return { id: accountId, ...(await rotateSigningKey(db, delivery.keyring, accountId, clock.now())) };
    },
  }),
];
