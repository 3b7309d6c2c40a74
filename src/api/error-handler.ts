import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { redactApiKeys } from '../accounts/key.ts';
import { isStatementTimeout, isUnavailable } from '../db/unavailable.ts';
import type { Log } from '../lib/log.ts';
import { EngineBusy } from '../warehouse/engine.ts';
import type { Metrics } from './metrics.ts';
import { Problem, type ProblemName } from './problem.ts';
import { PROBLEM_JSON, problemBody, problemStatus } from './render/problem.ts';

/** Seconds after which a caller may find the database back. */
const RETRY_SECONDS = '2';

/** What Fastify itself refuses, by the status it gives. */
const FASTIFY_PROBLEMS: Record<number, [ProblemName, string]> = {
  400: ['bad-request', 'The request is malformed.'],
  404: ['not-found', 'There is nothing at this address.'],
  408: ['request-timeout', 'The request did not arrive in time.'],
  413: ['payload-too-large', 'The body is larger than this address takes.'],
  // A segment longer than any identifier names nothing.
  414: ['not-found', 'There is nothing at this address.'],
  415: ['unsupported-media-type', 'The body is of a type this service does not read.'],
  503: ['unavailable', 'The service is stopping.'],
};

/** Every failure ends here: one place maps it to a problem, one place renders it, and our own faults are logged once. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  // Fastify marks what broke the stream of a body with 400: the client left, which is no fault of ours.
  if (code === 'ECONNRESET' && statusCode === 400)
    return new Problem('bad-request', 'The body was cut short.');
  if (isUnavailable(error)) {
    const detail = isStatementTimeout(error)
      ? 'The database took too long to answer.'
      : 'The service cannot reach its database just now.';
    return new Problem('unavailable', detail, {
      headers: { 'retry-after': RETRY_SECONDS },
    });
  }
  if (error instanceof EngineBusy) {
    const detail =
      'The figures asked for take too much just now: ask for a shorter time or fewer groups, or try later.';
    return new Problem('unavailable', detail, { headers: { 'retry-after': RETRY_SECONDS } });
  }
  const known =
    code?.startsWith('FST_') && statusCode !== undefined ? FASTIFY_PROBLEMS[statusCode] : undefined;
  if (known !== undefined) return new Problem(known[0], known[1]);
  return new Problem('internal', 'The service failed to answer this request.');
}

export function createErrorHandler(log: Log, metrics: Metrics) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = withBodyLimit(toProblem(error), request.routeOptions.bodyLimit);
    const status = problemStatus(problem);
    if (status >= 500) {
      metrics.failures.inc({ kind: problem.problem });
      log.error(
        { requestId: request.id, route: request.requestContext?.endpoint.name, error: describeError(error) },
        problem.message,
      );
    }
    reply
      .code(status)
      .headers({ 'x-request-id': request.id, vary: 'Accept', ...problem.headers })
      .header('content-type', PROBLEM_JSON)
      .send(problemBody(problem, request.id));
  };
}

const MEBIBYTE = 1024 * 1024;

/** How much may be sent differs by route. */
const withBodyLimit = (problem: Problem, limit: number | undefined): Problem =>
  problem.problem === 'payload-too-large' && limit !== undefined
    ? new Problem(problem.problem, `The body holds more than ${limit / MEBIBYTE} MiB.`)
    : problem;

/** The whole error for our log, with any key in it blotted out. */
export function describeError(error: unknown): string {
  return redactApiKeys(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
