import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/authenticate.ts';
import { Problem } from '../../service/problem.ts';
import { readCookie } from '../console/cookies.ts';
import type { Peer } from '../console/local-client.ts';
import type { ConsoleOrigins } from '../console/origins.ts';
import type { PageRequest } from '../page.ts';

/** Sent by our own screens with every call. Another site cannot make a browser send it without asking us first, which we answer to nobody. */
export const CONSOLE_HEADER = 'x-gable-console';

export interface BrowserSessions {
  origins: ConsoleOrigins;
  /** Whose session this is; undefined when it is over. */
  /** `request` tells whether it comes from this machine, which a session without a provider must. */
  findCaller(secret: string, request: Peer): Promise<Caller | undefined>;
}

/** The session that a browser shows on purpose. Undefined when there is none: a cookie alone says nothing about who wrote the page. */
export function readBrowserSession(
  { origins }: BrowserSessions,
  request: FastifyRequest,
): string | Problem | undefined {
  const { headers } = request;
  if (headers.cookie === undefined || headers[CONSOLE_HEADER] === undefined) return undefined;
  const origin = origins.originFor(headers.host);
  if (origin === undefined) return undefined;
  const held = readCookie(headers.cookie, 'session', origins.isSecure(origin));
  if (held === undefined) return undefined;
  return rejectCrossSite(request, origin) ?? held;
}

/** A call that changes something names the page it comes from; one that reads may leave it out, as browsers do. */
export function rejectCrossSite(
  { method, headers }: Pick<PageRequest, 'method' | 'headers'>,
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
