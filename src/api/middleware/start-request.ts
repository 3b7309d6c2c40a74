import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../service/problem.ts';
import { VARY } from '../negotiate.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import type { Middleware } from './middleware.ts';

/**
 * Sets the headers of every response and rejects malformed requests that Node accepts or answers without a
 * problem.
 */
export const startRequest: Middleware = (request, reply) => {
  reply.header('x-request-id', request.id);
  reply.header('vary', VARY);
  if (isOverTls(request)) reply.header('strict-transport-security', STRICT_TRANSPORT);
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
  (request.headers['x-forwarded-proto'] !== undefined || 'encrypted' in request.socket) &&
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
