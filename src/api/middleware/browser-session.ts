import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/authenticate.ts';
import { Problem } from '../../service/problem.ts';
import { readCookie } from '../console/cookies.ts';
import type { Peer } from '../console/local-client.ts';
import type { ConsoleOrigins } from '../console/origins.ts';
import type { PageRequest } from '../page.ts';

/**
 * Sent by our own screens with every call. Another site would need a CORS preflight to send it, which we
 * never grant.
 */
export const CONSOLE_HEADER = 'x-gable-console';

export interface BrowserSessions {
  origins: ConsoleOrigins;
  /** The caller of a session; undefined when it has ended. */
  /** `request` shows whether the client is on this machine, which a session without a provider requires. */
  findCaller(secret: string, request: Peer): Promise<Caller | undefined>;
}

/**
 * The session of a request that the console's own screens made; undefined when there is none. A cookie alone
 * does not show which page sent it.
 */
export function readBrowserSession(
  { origins }: BrowserSessions,
  request: FastifyRequest,
): string | Problem | undefined {
  const { headers } = request;
  if (headers.cookie === undefined || headers[CONSOLE_HEADER] === undefined) return undefined;
  const origin = origins.originFor(headers.host);
  if (origin === undefined) return undefined;
  const secret = readCookie(headers.cookie, 'session', origins.isSecure(origin));
  if (secret === undefined) return undefined;
  return rejectCrossSite(request, origin) ?? secret;
}

/** A call that changes something must carry the Origin of the console; a read may lack it, as browsers do. */
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
