import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../service/problem.ts';

/**
 * Concurrent calls of a process (or thread): twenty per database session. The last one waits about a second.
 */
export const MAX_EXECUTING_CALLS = 200;
const RETRY_SECONDS = '1';

/** Sends its response itself, before its promise resolves. */
type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Refuses calls that would only queue: at three times the capacity, a late response costs as much as one in
 * time. A call holds a slot from its complete body to its rendered response, so slow senders and slow readers
 * hold none.
 */
export class ExecutionSlots {
  readonly #max: number;
  #taken = 0;

  constructor(max = MAX_EXECUTING_CALLS) {
    this.#max = max;
  }

  /**
   * A handler that responds while it holds a slot. Fastify gets no promise: for one it would wait in three more
   * microtasks, and two hooks for the slot would cost as much again.
   */
  guard(respond: Respond): Handler {
    const giveBack = (): void => {
      this.#taken -= 1;
    };
    return (request, reply) => {
      if (this.#taken >= this.#max) throw overloaded();
      this.#taken += 1;
      respond(request, reply).then(giveBack, (error: unknown) => {
        giveBack();
        // Fastify would send any other value as a body.
        reply.send(error instanceof Error ? error : new Error('a value that is no error', { cause: error }));
      });
    };
  }
}

const overloaded = (): Problem =>
  new Problem('unavailable', 'The service has more calls to answer than it can just now.', {
    headers: { 'retry-after': RETRY_SECONDS },
  });
