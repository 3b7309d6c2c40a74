import type { FastifyRequest } from 'fastify';
import type { LastUsed } from '../../accounts/last-used.ts';
import { noteActivity } from '../../lib/activity.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccessLog } from '../../lib/log.ts';
import type { UsageMeter } from '../../usage/meter.ts';
import type { BareSockets } from '../malformed.ts';
import type { Metrics } from '../metrics.ts';
import type { Door } from './door.ts';

export interface Books {
  usage: UsageMeter;
  lastUsed: LastUsed;
  metrics: Metrics;
  access: AccessLog;
  clock: Clock;
}

/**
 * The door on the way out: usage of answered calls, measures, one log line. Nothing of it delays the answer. It waits for the
 * response to close, which also comes when the client left before its answer, and costs less than Fastify's own hook.
 */
export function meterDoor(books: Books, sockets: BareSockets): Door {
  const { metrics } = books;
  return (request, reply) => {
    const started = performance.now();
    noteActivity('route', request.routeOptions.config.door?.name ?? 'no route');
    metrics.inFlight.now += 1;
    sockets.begin(reply.raw);
    reply.raw.on('close', () => {
      metrics.inFlight.now -= 1;
      if (reply.raw.writableEnded) book(books, request, reply.raw.statusCode, performance.now() - started);
    });
    return undefined;
  };
}

function book(
  { usage, lastUsed, metrics, access, clock }: Books,
  request: FastifyRequest,
  status: number,
  took: number,
): void {
  const { method, visit } = request;
  const { door, caller, counted } = visit;
  const route = counted?.route ?? door.name;
  const at = clock.now();
  metrics.requests.observe(method, route, status, took / 1000);
  if (caller !== undefined) {
    lastUsed.note(caller.apiKeyId, at);
    const routeType = counted?.routeType ?? door.prepared?.route.routeType;
    // What the console asks for itself is no use of the API.
    if (routeType !== undefined && door.access === 'key' && status < 500 && status !== 429) {
      const results = status < 400 ? visit.results : 0;
      const { accountId, apiKeyId } = caller;
      const channel = counted?.channel ?? 'DIRECT';
      const { credits } = visit;
      usage.record({ accountId, apiKeyId, route, routeType, channel, results, credits, at });
    }
  }
  // Probes come every second or two and say nothing new.
  if (door.access === 'probe') return;
  access({ at, requestId: request.id, method, route, status, ms: took, accountId: caller?.accountId });
}
