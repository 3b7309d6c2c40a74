import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Problem } from '../problem.ts';

export type Verdict = Problem | undefined;

/** A door lets a request through (undefined) or answers with a problem; it promises only when it must wait. */
export type Door = (request: FastifyRequest, reply: FastifyReply) => Verdict | Promise<Verdict>;

/** The doors of the house in the order they are passed, as one Fastify hook: a request that need not wait passes all at once. */
export function passDoors(doors: readonly Door[]): onRequestHookHandler {
  return (request, reply, done) => {
    const from = (first: number): void => {
      for (let at = first; at < doors.length; at++) {
        let verdict: ReturnType<Door> | undefined;
        try {
          verdict = doors[at]?.(request, reply);
        } catch (error) {
          // After a door that waited nobody else would catch it, and it would end the process.
          done(error as Error);
          return;
        }
        if (verdict instanceof Promise) {
          verdict.then((waited) => (waited === undefined ? from(at + 1) : done(waited)), done);
          return;
        }
        if (verdict !== undefined) {
          done(verdict);
          return;
        }
      }
      done();
    };
    from(0);
  };
}
