import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../lib/log.ts';
import { Problem, type ProblemName } from '../service/problem.ts';
import { describeError, toProblem } from '../service/to-problem.ts';
import type { Metrics } from './metrics.ts';
import { VARY } from './negotiate.ts';
import { PROBLEM_JSON, problemBody, problemStatus } from './render/problem.ts';
import { moveHead } from './response-head.ts';

/** The refusals of Fastify itself, by status. */
const FASTIFY_PROBLEMS: Record<number, [ProblemName, string]> = {
  400: ['bad-request', 'The request is malformed.'],
  404: ['not-found', 'There is nothing at this path.'],
  408: ['request-timeout', 'The request did not arrive in time.'],
  413: ['payload-too-large', 'The body is larger than this path takes.'],
  // A segment longer than any identifier names nothing.
  414: ['not-found', 'There is nothing at this path.'],
  415: ['unsupported-media-type', 'The body is of a type this service does not read.'],
  503: ['unavailable', 'The service is stopping.'],
};

/** Maps every error of a request to a problem: Fastify's own refusals here, all others in the service. */
export function requestProblem(error: unknown): Problem {
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  // Fastify marks a broken body stream with 400: the client disconnected, which is no fault of ours.
  if (code === 'ECONNRESET' && statusCode === 400)
    return new Problem('bad-request', 'The body was cut short.');
  const problem = toProblem(error);
  const known =
    code?.startsWith('FST_') && statusCode !== undefined ? FASTIFY_PROBLEMS[statusCode] : undefined;
  return problem.problem === 'internal' && known !== undefined ? new Problem(known[0], known[1]) : problem;
}

export function createErrorHandler(log: Log, metrics: Metrics) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = withBodyLimit(requestProblem(error), request.routeOptions.bodyLimit);
    const status = problemStatus(problem);
    if (status >= 500) {
      metrics.failures.inc({ kind: problem.problem });
      log.error(
        {
          event: 'request.failed',
          err: describeError(error),
          requestId: request.id,
          route: request.requestContext?.endpoint.name,
        },
        problem.message,
      );
    }
    moveHead(request, reply);
    reply
      .code(status)
      .headers({ 'x-request-id': request.id, vary: VARY, ...problem.headers })
      .header('content-type', PROBLEM_JSON)
      .send(problemBody(problem, request.id));
  };
}

const MEBIBYTE = 1024 * 1024;

/** The body limit differs by route. */
const withBodyLimit = (problem: Problem, limit: number | undefined): Problem =>
  problem.problem === 'payload-too-large' && limit !== undefined
    ? new Problem(problem.problem, `The body holds more than ${limit / MEBIBYTE} MiB.`)
    : problem;
