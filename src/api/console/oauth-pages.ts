import { Problem } from '../../service/problem.ts';
import { issueCode, type OAuthClient } from '../../sign-in/oauth.ts';
import { findRegisteredClient } from '../../sign-in/oauth-registration.ts';
import { LOCAL_PROVIDER_ID } from '../../sign-in/provider.ts';
import { MAY_ONLY_READ } from '../middleware/authenticate.ts';
import { rejectCrossSite } from '../middleware/browser-session.ts';
import type { PageRequest, PageResponse, PageRoute } from '../page.ts';
import { documentHeaders } from '../security-headers.ts';
import { readCookie } from './cookies.ts';
import { REGISTRATION_PATH, registrationPage } from './oauth-registration-page.ts';
import { answerToken, DEVICE_GRANT, json, OAUTH_FAILURE, startDevice } from './oauth-token.ts';
import { CONSOLE_PATH } from './origins.ts';
import { type ConsoleParts, type ConsoleSettings, createBrowserSessions } from './parts.ts';

/** Below the console, so that a sign-in may lead back to it. */
const AUTHORIZE_PATH = `${CONSOLE_PATH}/oauth/authorize`;
const TOKEN_PATH = '/oauth/token';
const DEVICE_PATH = '/oauth/device';
/** The base64url of SHA-256. */
const CHALLENGE = /^[\w-]{43}$/;

function requireOrigin({ origins }: ConsoleParts, { headers }: PageRequest): string {
  const origin = origins.originFor(headers.host);
  if (origin === undefined) throw new Problem('forbidden', 'Nobody can sign in at this URL: set BASE_URL.');
  return origin;
}

/** RFC 9728: who may give out tokens for the MCP server. */
const resourceMetadata = (origin: string): object => ({
  resource: `${origin}/mcp`,
  authorization_servers: [origin],
  bearer_methods_supported: ['header'],
});

/** RFC 8414. Without OAUTH_REGISTRATION the operator registers clients (OAUTH_CLIENTS). */
const serverMetadata = (origin: string, { oauthRegistration }: ConsoleSettings): object => ({
  issuer: origin,
  authorization_endpoint: `${origin}${AUTHORIZE_PATH}`,
  token_endpoint: `${origin}${TOKEN_PATH}`,
  device_authorization_endpoint: `${origin}${DEVICE_PATH}`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', DEVICE_GRANT],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  ...(oauthRegistration ? { registration_endpoint: `${origin}${REGISTRATION_PATH}` } : {}),
});

interface AuthorizeRequest {
  client: OAuthClient;
  challenge: string;
  state: string;
  /** As it was sent, for the way back after a sign-in. */
  query: string;
}

function findClient(
  { db, settings }: ConsoleParts,
  clientId: string,
  uri: string,
): Promise<OAuthClient | undefined> {
  const known = settings.oauthClients?.find(({ id, redirectUri }) => id === clientId && redirectUri === uri);
  if (known !== undefined || !settings.oauthRegistration) return Promise.resolve(known);
  return findRegisteredClient(db, clientId, uri);
}

/** Nothing is sent to a redirect URI that is not registered (RFC 6749, 3.1.2.4). */
async function readAuthorize(parts: ConsoleParts, { url }: PageRequest): Promise<AuthorizeRequest> {
  const { searchParams, search } = new URL(url, 'http://gable.invalid');
  const value = (name: string): string => searchParams.get(name) ?? '';
  const client = await findClient(parts, value('client_id'), value('redirect_uri'));
  if (client === undefined)
    throw new Problem('bad-request', 'No client is registered with this client_id and redirect_uri.');
  if (value('response_type') !== 'code') throw new Problem('bad-request', 'response_type must be "code".');
  const challenge = value('code_challenge');
  if (value('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw new Problem('bad-request', 'A code_challenge with the method S256 is required (RFC 7636).');
  return { client, challenge, state: value('state'), query: search };
}

const findPerson = async (parts: ConsoleParts, request: PageRequest, origin: string) => {
  const secret = readCookie(request.headers.cookie, 'session', parts.origins.isSecure(origin));
  if (secret === undefined) return undefined;
  const caller = await createBrowserSessions(parts).findCaller(secret, request);
  return caller?.signedIn && { ...caller.signedIn, accountId: caller.accountId, scope: caller.scope };
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function page(body: string, redirectUri: string): PageResponse {
  // The redirect that follows the form counts as its action.
  const policy = { 'form-action': `'self' ${new URL(redirectUri).origin}` };
  return {
    type: 'text/html; charset=utf-8',
    headers: { ...documentHeaders(policy), 'cache-control': 'no-store' },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gable</title><main>${body}</main></html>`,
  };
}

async function showConsent(parts: ConsoleParts, request: PageRequest): Promise<PageResponse> {
  const origin = requireOrigin(parts, request);
  const { client, query } = await readAuthorize(parts, request);
  const person = await findPerson(parts, request, origin);
  const returnTo = encodeURIComponent(`${AUTHORIZE_PATH}${query}`);
  if (!person) return page(signInChoices(parts, returnTo), client.redirectUri);
  return page(
    `<h1>${escapeHtml(client.name ?? client.id)} asks for access</h1>
<p>It would search, read and manage alerts for the account ${escapeHtml(person.accountName)}, at its cost.
It gets a key of its own, which you can revoke in the console. It returns to ${escapeHtml(new URL(client.redirectUri).host)}.</p>
<form method="post" action="${escapeHtml(`${AUTHORIZE_PATH}${query}&decision=allow`)}"><button>Allow</button></form>
<form method="post" action="${escapeHtml(`${AUTHORIZE_PATH}${query}&decision=deny`)}"><button>Deny</button></form>`,
    client.redirectUri,
  );
}

const signInChoices = ({ settings }: ConsoleParts, returnTo: string): string =>
  [
    '<h1>Sign in first</h1>',
    ...settings.providers.map(
      ({ id }) =>
        `<p><a href="${CONSOLE_PATH}/sign-in/${id}?returnTo=${returnTo}">Sign in with ${escapeHtml(id)}</a></p>`,
    ),
    ...(settings.localAccount === undefined
      ? []
      : [
          `<form method="post" action="${CONSOLE_PATH}/sign-in/${LOCAL_PROVIDER_ID}?returnTo=${returnTo}"><button>Sign in</button></form>`,
        ]),
  ].join('\n');

async function decide(parts: ConsoleParts, request: PageRequest): Promise<PageResponse> {
  const origin = requireOrigin(parts, request);
  const refusal = rejectCrossSite(request, origin);
  if (refusal !== undefined) throw refusal;
  const { client, challenge, state } = await readAuthorize(parts, request);
  const person = await findPerson(parts, request, origin);
  if (!person) throw new Problem('forbidden', 'Sign in to the console first.');
  if (person.scope === 'READ') throw new Problem('forbidden', MAY_ONLY_READ);
  const to = new URL(client.redirectUri);
  const decision = new URL(request.url, 'http://gable.invalid').searchParams.get('decision');
  if (decision === 'allow') {
    const grant = { clientId: client.id, redirectUri: client.redirectUri, challenge };
    const consent = { ...person, address: request.ip, program: client.name ?? client.id };
    to.searchParams.set('code', await issueCode(parts, grant, consent));
  } else to.searchParams.set('error', 'access_denied');
  if (state !== '') to.searchParams.set('state', state);
  to.searchParams.set('iss', origin);
  const headers = { location: to.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { status: 303, type: 'text/plain; charset=utf-8', headers, body: '' };
}

const metadataPage = (
  parts: ConsoleParts,
  path: string,
  build: (origin: string, settings: ConsoleSettings) => object,
): PageRoute => ({
  path,
  access: 'open',
  summary: 'OAuth metadata',
  type: 'application/json',
  statuses: [200],
  problems: ['forbidden'],
  schema: { type: 'object' },
  show: (_params, request) => json(build(requireOrigin(parts, request), parts.settings)),
});

const posted = { method: 'POST', access: 'open' } as const;

/** Hosted assistants sign a person in and get a key of their own. */
export const oauthPages = (parts: ConsoleParts): PageRoute[] => [
  metadataPage(parts, '/.well-known/oauth-protected-resource', resourceMetadata),
  metadataPage(parts, '/.well-known/oauth-protected-resource/mcp', resourceMetadata),
  metadataPage(parts, '/.well-known/oauth-authorization-server', serverMetadata),
  registrationPage(parts),
  {
    path: AUTHORIZE_PATH,
    access: 'open',
    summary: 'Ask a person for access',
    type: 'text/html',
    statuses: [200],
    problems: ['forbidden'],
    show: (_params, request) => showConsent(parts, request),
  },
  {
    ...posted,
    path: AUTHORIZE_PATH,
    summary: 'The decision of the person',
    type: 'text/plain',
    statuses: [303],
    problems: ['forbidden', 'payload-too-large'],
    show: (_params, request) => decide(parts, request),
  },
  {
    ...posted,
    path: TOKEN_PATH,
    summary: 'Exchange a code for a token',
    type: 'application/json',
    statuses: [200],
    failures: { 400: OAUTH_FAILURE },
    problems: ['payload-too-large'],
    schema: { type: 'object' },
    show: (_params, request) => answerToken(parts, request),
  },
  {
    ...posted,
    path: DEVICE_PATH,
    summary: 'Start a device grant',
    type: 'application/json',
    statuses: [200],
    failures: { 400: OAUTH_FAILURE },
    problems: ['payload-too-large'],
    schema: { type: 'object' },
    show: (_params, request) => startDevice(parts, request),
  },
];
