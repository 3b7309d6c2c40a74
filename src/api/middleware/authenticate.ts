import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication, Authenticator, Caller } from '../../accounts/authenticate.ts';
import { permits, SCOPE_REFUSALS } from '../../accounts/key-scopes.ts';
import { Problem } from '../../service/problem.ts';
import { leastScope } from '../least-scope.ts';
import { type BrowserSessions, readBrowserSession } from './browser-session.ts';
import type { IpRateLimiter } from './ip-rate-limit.ts';
import type { Middleware, MiddlewareRejection } from './middleware.ts';

const REFUSAL_DETAILS = {
  missing: 'Send your API key in the header X-API-KEY.',
  malformed: 'The key in the header X-API-KEY is not valid.',
  unknown: 'The key in the header X-API-KEY is not valid.',
  'earlier-version':
    'The header X-API-KEY holds a key of the earlier major version, which is not accepted any more: generate a new key.',
  'signed-out': 'Sign in to the console first.',
};

export const MAY_ONLY_READ = 'You may only read on this account: ask an owner for another role.';

type RefusalReason = keyof typeof REFUSAL_DETAILS;

/**
 * Who is calling. A call without a valid key is counted by its IP address, then refused where a key is
 * needed.
 */
export function authenticateRequest(
  authenticator: Authenticator,
  ipRate: IpRateLimiter,
  browsers: BrowserSessions | undefined,
): Middleware {
  const rejectWithoutKey = (
    request: FastifyRequest,
    reply: FastifyReply,
    reason: RefusalReason,
  ): MiddlewareRejection =>
    ipRate.admit(request, reply) ??
    (request.requestContext.endpoint.access === 'open'
      ? undefined
      : unauthorized(reason, challengeFor(request, browsers)));

  const applyAuthentication = (
    authentication: Authentication,
    request: FastifyRequest,
    reply: FastifyReply,
  ): MiddlewareRejection => {
    if ('refused' in authentication) {
      if (authentication.refused === 'unknown') ipRate.recordFailedKey(request);
      return rejectWithoutKey(request, reply, authentication.refused);
    }
    return admitCaller(authentication.caller, request);
  };

  const authenticateBySession = (
    request: FastifyRequest,
    reply: FastifyReply,
  ): MiddlewareRejection | Promise<MiddlewareRejection> => {
    const reason = request.requestContext.endpoint.access === 'session' ? 'signed-out' : 'missing';
    const session = browsers && readBrowserSession(browsers, request);
    if (browsers === undefined || session === undefined) return rejectWithoutKey(request, reply, reason);
    if (session instanceof Problem) return ipRate.admit(request, reply) ?? session;
    if (!ipRate.mayTryKey(request)) return rejectWithoutKey(request, reply, reason);
    return browsers.findCaller(session, request).then((caller) => {
      if (caller !== undefined) return admitCaller(caller, request);
      ipRate.recordFailedKey(request);
      return rejectWithoutKey(request, reply, reason);
    });
  };

  return (request, reply) => {
    const { access } = request.requestContext.endpoint;
    if (access === 'probe' || access === 'file') return undefined;
    const key = request.raw.headers['x-api-key'] ?? readBearer(request);
    if (typeof key !== 'string' || access === 'session')
      return access === 'open'
        ? rejectWithoutKey(request, reply, 'missing')
        : authenticateBySession(request, reply);
    // An IP address with too many failed keys may not cause another database lookup.
    const authentication = authenticator.authenticate(key, () => ipRate.mayTryKey(request));
    return authentication instanceof Promise
      ? authentication.then((found) => applyAuthentication(found, request, reply))
      : applyAuthentication(authentication, request, reply);
  };
}

function admitCaller(caller: Caller, request: FastifyRequest): MiddlewareRejection {
  request.requestContext.caller = caller;
  const route = request.requestContext.endpoint.prepared?.route;
  if (route?.right === 'operator' && !caller.operator)
    return new Problem('forbidden', "This path takes an operator's key.");
  if (route?.right === 'owner' && caller.role !== 'OWNER')
    return new Problem('forbidden', 'Only an owner of the account may do this.');
  if (route === undefined || caller.scope === 'FULL' || route.isPersonal) return undefined;
  if (!permits(caller.scope, leastScope(route)))
    return new Problem(
      'forbidden',
      caller.signedIn === undefined ? SCOPE_REFUSALS[caller.scope] : MAY_ONLY_READ,
    );
  return undefined;
}

/** Only where assistants call: a cached key is looked up by the header of every other call. */
function readBearer({ headers, requestContext }: FastifyRequest): string | undefined {
  if (!requestContext.endpoint.acceptsBearer) return undefined;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** RFC 9728, 5.1: an assistant finds from here where its person signs in. */
function challengeFor({ headers, requestContext }: FastifyRequest, browsers?: BrowserSessions): string {
  const origin = requestContext.endpoint.acceptsBearer
    ? browsers?.origins.originFor(headers.host)
    : undefined;
  return origin === undefined
    ? 'ApiKey'
    : `ApiKey, Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
}

const unauthorized = (reason: RefusalReason, challenge: string): Problem =>
  new Problem('unauthorized', REFUSAL_DETAILS[reason], { headers: { 'www-authenticate': challenge } });
