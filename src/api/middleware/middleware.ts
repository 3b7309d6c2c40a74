import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Problem } from '../../service/problem.ts';

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
