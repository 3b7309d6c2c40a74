import { NotVouched, type Vouched } from '../../sign-in/openid.ts';
import { greet, LOCAL_PERSON } from '../../sign-in/people.ts';
import { LOCAL, type Provider } from '../../sign-in/provider.ts';
import { derivedSecret } from '../../sign-in/secret.ts';
import { endSession, openSession } from '../../sign-in/sessions.ts';
import { beginSignIn, endSignIn } from '../../sign-in/sign-ins.ts';
import { crossSite } from '../doors/browser.ts';
import type { Page, Shown, Visitor } from '../page.ts';
import { Problem } from '../problem.ts';
import { droppedCookie, heldCookie, keptCookie } from './cookies.ts';
import { isOwnMachine } from './own-machine.ts';
import type { ConsoleParts } from './parts.ts';
import { CONSOLE, returnAddress } from './place.ts';

export const SIGN_IN = `${CONSOLE}/sign-in`;

const callbackOf = (origin: string, { id }: Provider): string => `${origin}${SIGN_IN}/${id}/callback`;

const again = (detail: string): Problem => new Problem('bad-request', `${detail} Begin to sign in again.`);

function originOf({ place }: ConsoleParts, { headers }: Visitor): string {
  const origin = place.originFor(headers.host);
  if (origin !== undefined) return origin;
  throw new Problem('forbidden', 'Nobody can sign in at this address: set BASE_URL to the one people use.');
}

function providerOf({ settings }: ConsoleParts, id = ''): Provider {
  const provider = settings.providers.find((one) => one.id === id);
  if (provider === undefined) throw new Problem('not-found', 'There is no such provider.');
  return provider;
}

const queryOf = ({ url }: Visitor): URLSearchParams => new URL(url, 'http://gable.invalid').searchParams;

function returnTo(visitor: Visitor, origin: string): string {
  const address = returnAddress(queryOf(visitor).get('returnTo'), origin);
  if (address === undefined) throw new Problem('bad-request', 'returnTo must be an address of the console.');
  return address;
}

const redirect = (location: string, cookies: string[]): Shown => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  headers: { location, 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});

/** Sends the browser to the provider, with a secret that only it can bring back. */
async function begin(parts: ConsoleParts, id: string | undefined, visitor: Visitor): Promise<Shown> {
  const provider = providerOf(parts, id);
  const origin = originOf(parts, visitor);
  const to = returnTo(visitor, origin);
  const secret = await beginSignIn(parts.db, parts.clock, { provider: provider.id, returnTo: to });
  const address = await parts.openId
    .address(provider, callbackOf(origin, provider), secret)
    .catch((error) => untrusted(parts, provider, error));
  return redirect(address.href, [keptCookie('sign_in', secret, parts.place.isSecure(origin))]);
}

/** Where the provider sends the browser back to. All that does not fit the browser's own sign-in is refused before the provider is asked. */
async function finish(parts: ConsoleParts, id: string | undefined, visitor: Visitor): Promise<Shown> {
  const provider = providerOf(parts, id);
  const origin = originOf(parts, visitor);
  const secure = parts.place.isSecure(origin);
  const secret = heldCookie(visitor.headers.cookie, 'sign_in', secure);
  if (secret === undefined || queryOf(visitor).get('state') !== derivedSecret(secret, 'state')) {
    throw again('This sign-in was not begun in this browser.');
  }
  const signIn = await endSignIn(parts.db, parts.clock, secret);
  if (signIn?.provider !== provider.id) throw again('This sign-in is over.');
  const returned = new URL(callbackOf(origin, provider));
  returned.search = queryOf(visitor).toString();
  const vouched = await parts.openId
    .vouched(provider, returned, secret)
    .catch((error) => untrusted(parts, provider, error));
  return enter(parts, visitor, { vouched, provider: provider.id, to: signIn.returnTo });
}

/** One click on a machine of one's own: as strict about where the click comes from as any call. */
async function enterLocally(parts: ConsoleParts, visitor: Visitor): Promise<Shown> {
  const { localAccount } = parts.settings;
  if (localAccount === undefined) throw new Problem('not-found', 'There is no such provider.');
  const origin = originOf(parts, visitor);
  if (!isOwnMachine(visitor))
    throw new Problem(
      'forbidden',
      'Only a browser on this machine, without a proxy between, signs in with one click.',
    );
  if (parts.place.isSecure(origin)) throw new Problem('not-found', 'There is no such provider.');
  const refusal = crossSite(visitor, origin);
  if (refusal !== undefined) throw refusal;
  const to = returnTo(visitor, origin);
  return enter(parts, visitor, { vouched: LOCAL_PERSON, provider: LOCAL, to, account: localAccount });
}

interface Entering {
  vouched: Vouched;
  provider: string;
  to: string;
  account?: string;
}

async function enter(
  { db, clock, place }: ConsoleParts,
  { headers }: Visitor,
  { vouched, provider, to, account }: Entering,
): Promise<Shown> {
  const secure = place.isSecure(place.originFor(headers.host) ?? '');
  const person = await greet(db, clock, vouched, account);
  const before = heldCookie(headers.cookie, 'session', secure);
  if (before !== undefined) await endSession(db, before);
  const session = await openSession(db, clock, person, { provider, userAgent: headers['user-agent'] });
  return redirect(to, [keptCookie('session', session.secret, secure), droppedCookie('sign_in', secure)]);
}

function untrusted({ log }: ConsoleParts, { id }: Provider, error: unknown): never {
  if (!(error instanceof NotVouched)) throw error;
  log.warn({ provider: id, reason: error.message }, 'a sign-in failed');
  throw again('The provider did not vouch for you.');
}

/** A person is shown the way back rather than a problem document; a program gets the problem. */
const kindly = ({ headers }: Visitor, shown: Promise<Shown>): Promise<Shown> =>
  shown.catch((error) => {
    if (!(error instanceof Problem) || !headers.accept?.includes('text/html')) throw error;
    return redirect(`${CONSOLE}/?signIn=failed`, []);
  });

const common = { access: 'open', type: 'text/plain', statuses: [303] } as const;

export const signInPages = (parts: ConsoleParts): Page[] => [
  {
    ...common,
    path: `${SIGN_IN}/${LOCAL}`,
    method: 'POST',
    summary: 'Sign in on a machine of one’s own, without a provider',
    problems: ['bad-request', 'forbidden', 'payload-too-large'],
    show: (_params, visitor) => enterLocally(parts, visitor),
  },
  {
    ...common,
    path: `${SIGN_IN}/{provider}`,
    summary: 'Begin to sign in with a provider',
    problems: ['bad-request', 'forbidden'],
    show: ({ provider }, visitor) => kindly(visitor, begin(parts, provider, visitor)),
  },
  {
    ...common,
    path: `${SIGN_IN}/{provider}/callback`,
    summary: 'Where a provider sends the browser back to',
    problems: ['bad-request', 'forbidden'],
    show: ({ provider }, visitor) => kindly(visitor, finish(parts, provider, visitor)),
  },
];
