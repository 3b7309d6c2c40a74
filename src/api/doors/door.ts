import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Problem } from '../problem.ts';

export type Verdict = Problem | undefined;

/** A door lets a request through (undefined) or answers with a problem; it promises only when it must wait. */
export type Door = (request: FastifyRequest, reply: FastifyReply) => Verdict | Promise<Verdict>;

interface Walk {
  doors: readonly Door[];
  request: FastifyRequest;
  reply: FastifyReply;
  done: (problem?: Error) => void;
}

/** The doors of the house in the order they are passed, as one Fastify hook: a request that need not wait passes all at once. */
export const passDoors =
  (doors: readonly Door[]): onRequestHookHandler =>
  (request, reply, done) =>
    walk({ doors, request, reply, done }, 0);

function walk(visitor: Walk, first: number): void {
  const { doors, request, reply, done } = visitor;
  try {
    for (let at = first; at < doors.length; at++) {
      const verdict = doors[at]?.(request, reply);
      if (verdict === undefined) continue;
      if (verdict instanceof Promise) {
        verdict.then((waited) => (waited === undefined ? walk(visitor, at + 1) : done(waited)), done);
      } else done(verdict);
      return;
    }
  } catch (error) {
    // After a door that waited nobody else would catch it, and it would end the process.
    done(error as Error);
    return;
  }
  done();
}
