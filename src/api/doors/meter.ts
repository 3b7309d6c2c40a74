import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { LastUsed } from '../../accounts/last-used.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { UsageMeter } from '../../usage/meter.ts';
import type { BareSockets } from '../malformed.ts';
import type { Metrics } from '../metrics.ts';

export interface Books {
  usage: UsageMeter;
  lastUsed: LastUsed;
  metrics: Metrics;
  log: Log;
  clock: Clock;
}

/**
 * The door on the way out: usage of answered calls, measures, one log line. Nothing of it delays the answer. It waits for the
 * response to close, which also comes when the client left before its answer, and costs less than Fastify's own hook.
 */
export function meterDoor(books: Books, sockets: BareSockets): onRequestHookHandler {
  const { metrics } = books;
  return (request, reply, done) => {
    const started = performance.now();
    metrics.inFlight.now += 1;
    sockets.begin(reply.raw);
    reply.raw.once('close', () => {
      metrics.inFlight.now -= 1;
      if (reply.raw.writableEnded) book(books, request, reply.raw.statusCode, performance.now() - started);
    });
    done();
  };
}

function book(
  { usage, lastUsed, metrics, log, clock }: Books,
  request: FastifyRequest,
  status: number,
  took: number,
): void {
  const { method, visit } = request;
  const { door, caller } = visit;
  metrics.requests.observe(method, door.name, status, took / 1000);
  if (caller !== undefined) {
    const at = clock.now();
    lastUsed.note(caller.apiKeyId, at);
    const routeType = door.prepared?.route.routeType;
    if (routeType !== undefined && status < 500 && status !== 429) {
      const results = status < 400 ? visit.results : 0;
      const { accountId, apiKeyId } = caller;
      usage.record({ accountId, apiKeyId, route: door.name, routeType, channel: 'DIRECT', results, at });
    }
  }
  // Probes come every second or two and say nothing new.
  if (door.access === 'probe') return;
  const ms = Math.round(took * 100) / 100;
  log.info(
    { requestId: request.id, method, route: door.name, status, ms, accountId: caller?.accountId },
    'request',
  );
}
