import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../service/problem.ts';

/** Calls that a process (or thread) works on at once: twenty for each of its sessions with the database. The last waits for a second. */
export const MAX_EXECUTING_CALLS = 200;
const RETRY_SECONDS = '1';
/** The kernel takes so much of an answer off our hands; a client must read the rest of a larger one. */
const LARGE_RESPONSE_BYTES = 65_536;
/** Without a byte read for so long, the connection of a large answer is closed, and its memory is free. */
const MAX_UNREAD_MS = 30_000;

/**
 * Refuses what would only wait: beyond three times the load that fits, an answer that comes too late costs as much as one in time. A call
 * counts from the moment its body is there until its answer is made, so that slow senders and slow readers hold no slot.
 */
export function shedLoad(app: FastifyInstance, maxCalls = MAX_EXECUTING_CALLS): void {
  let executing = 0;
  app.addHook('preHandler', (request, _reply, done) => {
    const { requestContext } = request;
    // Probes and files ask nothing of the database that would wait.
    if (requestContext.endpoint.access === 'probe' || requestContext.endpoint.access === 'file')
      return done();
    if (executing >= maxCalls) return done(overloaded());
    executing += 1;
    requestContext.isExecuting = true;
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.requestContext?.isExecuting) {
      request.requestContext.isExecuting = false;
      executing -= 1;
    }
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    const { socket } = reply.raw;
    // Not a real one where a request is injected.
    if (bytes > LARGE_RESPONSE_BYTES && socket instanceof Socket) socket.setTimeout(MAX_UNREAD_MS);
    done(null, payload);
  });
}

const overloaded = (): Problem =>
  new Problem('unavailable', 'The service has more calls to answer than it can just now.', {
    headers: { 'retry-after': RETRY_SECONDS },
  });
