import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Admission } from '../../accounts/grant.ts';
import type { RequestRateLimiter } from '../../accounts/request-rate.ts';
import type { Clock } from '../../lib/clock.ts';
import { Problem } from '../../service/problem.ts';
import { negotiateCoding } from '../content-coding.ts';
import { acceptsEventStream } from '../event-stream.ts';
import { negotiate, VARY } from '../negotiate.ts';
import { rejectBodyType } from '../parse/body.ts';
import { rejectUpload } from '../parse/upload.ts';
import { addHeader } from '../response-head.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';

export type MiddlewareRejection = Problem | undefined;

/**
 * A step lets a request through (undefined) or rejects it with a problem. It returns a promise only when it
 * must wait.
 */
export type Middleware = (
  request: FastifyRequest,
  reply: FastifyReply,
) => MiddlewareRejection | Promise<MiddlewareRejection>;

interface MiddlewareRun {
  chain: readonly Middleware[];
  request: FastifyRequest;
  reply: FastifyReply;
  done: (problem?: Error) => void;
}

/**
 * Runs the steps in order as one Fastify hook: a request that need not wait passes all of them synchronously.
 */
export const runMiddleware =
  (chain: readonly Middleware[]): onRequestHookHandler =>
  (request, reply, done) =>
    runFrom({ chain, request, reply, done }, 0);

function runFrom(run: MiddlewareRun, first: number): void {
  const { chain, request, reply, done } = run;
  try {
    for (let at = first; at < chain.length; at++) {
      const rejection = chain[at]?.(request, reply);
      if (rejection === undefined) continue;
      if (rejection instanceof Promise) {
        rejection.then((awaited) => (awaited === undefined ? runFrom(run, at + 1) : done(awaited)), done);
      } else done(rejection);
      return;
    }
  } catch (error) {
    // After an awaited step nothing else would catch it, and it would end the process.
    done(error as Error);
    return;
  }
  done();
}

/** Rejects an unknown path or method before any byte of a body is read. */
export const rejectUnknownRoute: Middleware = (request) => request.requestContext.endpoint.refusal?.();

/**
 * Sets the headers of every response and rejects malformed requests that Node accepts or answers without a
 * problem.
 */
export const startRequest: Middleware = (request, reply) => {
  addHeader(request, reply, 'x-request-id', request.id);
  addHeader(request, reply, 'vary', VARY);
  if (isOverTls(request)) addHeader(request, reply, 'strict-transport-security', STRICT_TRANSPORT);
  const fault = hostFault(request.raw);
  // The bytes after such a request may be meant as a second request (request smuggling).
  return fault === undefined
    ? undefined
    : new Problem('bad-request', fault, { headers: { connection: 'close' } });
};

/**
 * Fastify reads the header of a trusted proxy only; most requests have none, and this check costs nothing for
 * them.
 */
const isOverTls = (request: FastifyRequest): boolean =>
  (request.raw.headers['x-forwarded-proto'] !== undefined || 'encrypted' in request.raw.socket) &&
  request.protocol === 'https';

function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The request names its host twice.';
  return hosts === 0 && httpVersion !== '1.0' ? 'The request does not name its host.' : undefined;
}

/** Negotiates the response format, and whether the type of the body is supported. */
export const negotiateFormat: Middleware = ({ raw: { headers }, requestContext }) => {
  const { prepared } = requestContext.endpoint;
  if (prepared === undefined || prepared.route.download) return undefined;
  const format =
    prepared.route.streams && acceptsEventStream(headers.accept) ? 'flat' : negotiate(headers.accept);
  if (format === undefined) {
    return new Problem(
      'not-acceptable',
      'Answers are application/vnd.api+json (the default) or application/json.',
    );
  }
  const codings = negotiateCoding(headers['accept-encoding'] as string | undefined);
  if (codings === undefined) {
    return new Problem('not-acceptable', 'Answers are sent as br, gzip or as they are (identity).');
  }
  requestContext.format = format;
  requestContext.codings = codings;
  if (prepared.route.upload !== undefined) return rejectUpload(headers, prepared.route.upload);
  return prepared.parseBody === undefined ? undefined : rejectBodyType(headers);
};

/**
 * The sliding minute of the account; on the console's own routes that of the person, so that looking does not take
 * calls from the account's programs. Calls without an account are counted by IP address in the step before.
 */
export function limitAccountRate(rate: RequestRateLimiter, clock: Clock): Middleware {
  const applyAdmission = (
    admission: Admission,
    request: FastifyRequest,
    reply: FastifyReply,
  ): MiddlewareRejection => {
    setRateLimitHeaders(request, reply, admission);
    return admission.admitted ? undefined : tooManyRequests(admission, clock.now().getTime());
  };

  return (request, reply) => {
    const { caller, endpoint } = request.requestContext;
    if (caller === undefined) return undefined;
    const isLooking = endpoint.access === 'session';
    const admission = rate.admit((isLooking && caller.signedIn?.personId) || caller.accountId);
    return admission instanceof Promise
      ? admission.then((answered) => applyAdmission(answered, request, reply))
      : applyAdmission(admission, request, reply);
  };
}

/** As text: Node converts a number once to validate it and once to send it. */
export function setRateLimitHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, remaining }: Admission,
): void {
  addHeader(request, reply, 'x-ratelimit-limit', String(limit));
  addHeader(request, reply, 'x-ratelimit-remaining', String(remaining));
}

export function tooManyRequests(admission: Admission, nowMs: number): Problem {
  const seconds = Math.max(1, admission.retryAt - Math.floor(nowMs / 1000));
  return new Problem('too-many-requests', `The limit of ${admission.limit} requests a minute is reached.`, {
    headers: { 'x-ratelimit-retry-after': String(admission.retryAt), 'retry-after': String(seconds) },
  });
}
