import { Problem } from '../../service/problem.ts';
import { IdentityVerificationError, type VerifiedIdentity } from '../../sign-in/openid.ts';
import { LOCAL_PERSON, upsertPerson } from '../../sign-in/people.ts';
import { type IdentityProvider, LOCAL_PROVIDER_ID } from '../../sign-in/provider.ts';
import { deriveSecret } from '../../sign-in/secret.ts';
import { endSession, openSession } from '../../sign-in/sessions.ts';
import { beginSignIn, completeSignIn } from '../../sign-in/sign-ins.ts';
import { rejectCrossSite } from '../middleware/browser-session.ts';
import type { PageRequest, PageResponse, PageRoute } from '../page.ts';
import { clearCookieHeader, readCookie, setCookieHeader } from './cookies.ts';
import { isLocalClient } from './local-client.ts';
import { CONSOLE_PATH, parseReturnPath } from './origins.ts';
import type { ConsoleParts } from './parts.ts';

export const SIGN_IN_PATH = `${CONSOLE_PATH}/sign-in`;

const callbackUrl = (origin: string, { id }: IdentityProvider): string =>
  `${origin}${SIGN_IN_PATH}/${id}/callback`;

const retryProblem = (detail: string): Problem =>
  new Problem('bad-request', `${detail} Begin to sign in again.`);

function requireOrigin({ origins }: ConsoleParts, { headers }: PageRequest): string {
  const origin = origins.originFor(headers.host);
  if (origin !== undefined) return origin;
  throw new Problem('forbidden', 'Nobody can sign in at this URL: set BASE_URL to the one people use.');
}

function requireProvider({ settings }: ConsoleParts, id = ''): IdentityProvider {
  const provider = settings.providers.find((one) => one.id === id);
  if (provider === undefined) throw new Problem('not-found', 'There is no such provider.');
  return provider;
}

const queryOf = ({ url }: PageRequest): URLSearchParams => new URL(url, 'http://gable.invalid').searchParams;

function readReturnPath(request: PageRequest, origin: string): string {
  const returnPath = parseReturnPath(queryOf(request).get('returnTo'), origin);
  if (returnPath === undefined) throw new Problem('bad-request', 'returnTo must be a path of the console.');
  return returnPath;
}

const redirect = (location: string, cookies: string[]): PageResponse => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  headers: { location, 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});

/** Sends the browser to the provider with a secret that only this browser can bring back. */
async function startSignIn(
  parts: ConsoleParts,
  id: string | undefined,
  request: PageRequest,
): Promise<PageResponse> {
  const provider = requireProvider(parts, id);
  const origin = requireOrigin(parts, request);
  const to = readReturnPath(request, origin);
  const secret = await beginSignIn(parts.db, parts.clock, { provider: provider.id, returnTo: to });
  const authorizationUrl = await parts.openId
    .authorizationUrl(provider, callbackUrl(origin, provider), secret)
    .catch((error) => rejectUntrusted(parts, provider, error));
  return redirect(authorizationUrl.href, [
    setCookieHeader('sign_in', secret, parts.origins.isSecure(origin)),
  ]);
}

/**
 * The callback of the provider. A response that does not fit the browser's own sign-in is refused before the
 * provider is called.
 */
async function finishSignIn(
  parts: ConsoleParts,
  id: string | undefined,
  request: PageRequest,
): Promise<PageResponse> {
  const provider = requireProvider(parts, id);
  const origin = requireOrigin(parts, request);
  const secure = parts.origins.isSecure(origin);
  const secret = readCookie(request.headers.cookie, 'sign_in', secure);
  if (secret === undefined || queryOf(request).get('state') !== deriveSecret(secret, 'state')) {
    throw retryProblem('This sign-in was not begun in this browser.');
  }
  const signIn = await completeSignIn(parts.db, parts.clock, secret);
  if (signIn?.provider !== provider.id) throw retryProblem('This sign-in is over.');
  const returned = new URL(callbackUrl(origin, provider));
  returned.search = queryOf(request).toString();
  const vouched = await parts.openId
    .verifyCallback(provider, returned, secret)
    .catch((error) => rejectUntrusted(parts, provider, error));
  return openBrowserSession(parts, request, { vouched, provider: provider.id, to: signIn.returnTo });
}

/** One click on a local machine. The origin of the click is checked as strictly as that of any call. */
async function signInLocally(parts: ConsoleParts, request: PageRequest): Promise<PageResponse> {
  const { localAccount } = parts.settings;
  if (localAccount === undefined) throw new Problem('not-found', 'There is no such provider.');
  const origin = requireOrigin(parts, request);
  if (!isLocalClient(request))
    throw new Problem(
      'forbidden',
      'Only a browser on this machine, without a proxy between, signs in with one click.',
    );
  if (parts.origins.isSecure(origin)) throw new Problem('not-found', 'There is no such provider.');
  const refusal = rejectCrossSite(request, origin);
  if (refusal !== undefined) throw refusal;
  const to = readReturnPath(request, origin);
  return openBrowserSession(parts, request, {
    vouched: LOCAL_PERSON,
    provider: LOCAL_PROVIDER_ID,
    to,
    account: localAccount,
  });
}

interface VerifiedSignIn {
  vouched: VerifiedIdentity;
  provider: string;
  to: string;
  account?: string;
}

async function openBrowserSession(
  { db, clock, origins }: ConsoleParts,
  { headers }: PageRequest,
  { vouched, provider, to, account }: VerifiedSignIn,
): Promise<PageResponse> {
  const secure = origins.isSecure(origins.originFor(headers.host) ?? '');
  const person = await upsertPerson(db, clock, vouched, account);
  const before = readCookie(headers.cookie, 'session', secure);
  if (before !== undefined) await endSession(db, before);
  const session = await openSession(db, clock, person, { provider, userAgent: headers['user-agent'] });
  return redirect(to, [
    setCookieHeader('session', session.secret, secure),
    clearCookieHeader('sign_in', secure),
  ]);
}

function rejectUntrusted({ log }: ConsoleParts, { id }: IdentityProvider, error: unknown): never {
  if (!(error instanceof IdentityVerificationError)) throw error;
  log.warn({ event: 'sign_in.failed', provider: id, reason: error.message }, 'a sign-in failed');
  throw retryProblem('The provider did not vouch for you.');
}

/** A person sees a page with the way back; a program gets a problem document. */
const redirectOnProblem = ({ headers }: PageRequest, shown: Promise<PageResponse>): Promise<PageResponse> =>
  shown.catch((error) => {
    if (!(error instanceof Problem) || !headers.accept?.includes('text/html')) throw error;
    return redirect(`${CONSOLE_PATH}/?signIn=failed`, []);
  });

const common = { access: 'open', type: 'text/plain', statuses: [303] } as const;

export const signInPages = (parts: ConsoleParts): PageRoute[] => [
  {
    ...common,
    path: `${SIGN_IN_PATH}/${LOCAL_PROVIDER_ID}`,
    method: 'POST',
    summary: 'Sign in locally, without a provider',
    problems: ['bad-request', 'forbidden', 'payload-too-large'],
    show: (_params, visitor) => signInLocally(parts, visitor),
  },
  {
    ...common,
    path: `${SIGN_IN_PATH}/{provider}`,
    summary: 'Start a sign-in',
    problems: ['bad-request', 'forbidden'],
    show: ({ provider }, visitor) => redirectOnProblem(visitor, startSignIn(parts, provider, visitor)),
  },
  {
    ...common,
    path: `${SIGN_IN_PATH}/{provider}/callback`,
    summary: 'Sign-in callback',
    problems: ['bad-request', 'forbidden'],
    show: ({ provider }, visitor) => redirectOnProblem(visitor, finishSignIn(parts, provider, visitor)),
  },
];
