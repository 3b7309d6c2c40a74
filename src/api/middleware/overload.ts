import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../service/problem.ts';

/**
 * Concurrent calls of a process (or thread): twenty per database session. The last one waits about a second.
 */
export const MAX_EXECUTING_CALLS = 200;
const RETRY_SECONDS = '1';
/** The kernel buffers this much of a response; a client must read the rest of a larger one. */
const LARGE_RESPONSE_BYTES = 65_536;
/**
 * The connection of a large response is closed after this time without a byte read, which frees its memory.
 */
const MAX_UNREAD_MS = 30_000;

/**
 * Refuses calls that would only queue: at three times the capacity, a late response costs as much as one in
 * time. A call counts from its complete body to its rendered response, so slow senders and slow readers hold
 * no slot.
 */
export function shedLoad(
  app: FastifyInstance,
  { maxCalls = MAX_EXECUTING_CALLS, maxUnreadMs = MAX_UNREAD_MS } = {},
): void {
  let executing = 0;
  app.addHook('preHandler', (request, _reply, done) => {
    const { requestContext } = request;
    // Probes and files do not wait for the database.
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
    // An injected request has no real socket.
    if (bytes > LARGE_RESPONSE_BYTES && socket instanceof Socket) socket.setTimeout(maxUnreadMs);
    done(null, payload);
  });
}

const overloaded = (): Problem =>
  new Problem('unavailable', 'The service has more calls to answer than it can just now.', {
    headers: { 'retry-after': RETRY_SECONDS },
  });
