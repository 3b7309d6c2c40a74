import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/authenticate.ts';
import { heldCookie } from '../console/cookies.ts';
import type { Peer } from '../console/own-machine.ts';
import type { ConsolePlace } from '../console/place.ts';
import type { Visitor } from '../page.ts';
import { Problem } from '../problem.ts';

/** Sent by our own screens with every call. Another site cannot make a browser send it without asking us first, which we answer to nobody. */
export const CONSOLE_HEADER = 'x-gable-console';

export interface Browsers {
  place: ConsolePlace;
  /** Whose session this is; undefined when it is over. */
  /** `request` tells whether it comes from this machine, which a session without a provider must. */
  callerOf(secret: string, request: Peer): Promise<Caller | undefined>;
}

/** The session that a browser shows on purpose. Undefined when there is none: a cookie alone says nothing about who wrote the page. */
export function shownSession({ place }: Browsers, request: FastifyRequest): string | Problem | undefined {
  const { headers } = request;
  if (headers.cookie === undefined || headers[CONSOLE_HEADER] === undefined) return undefined;
  const origin = place.originFor(headers.host);
  if (origin === undefined) return undefined;
  const held = heldCookie(headers.cookie, 'session', place.isSecure(origin));
  if (held === undefined) return undefined;
  return crossSite(request, origin) ?? held;
}

/** A call that changes something names the page it comes from; one that reads may leave it out, as browsers do. */
export function crossSite(
  { method, headers }: Pick<Visitor, 'method' | 'headers'>,
  origin: string,
): Problem | undefined {
  const site = headers['sec-fetch-site'];
  const fromElsewhere = site !== undefined && site !== 'same-origin';
  const reads = method === 'GET' || method === 'HEAD';
  const named = headers.origin === undefined ? reads : headers.origin === origin;
  return fromElsewhere || !named
    ? new Problem('forbidden', 'A session is good for calls from the pages of the console only.')
    : undefined;
}
