import type { FastifyRequest } from 'fastify';
import type { LastUsedRecorder } from '../../accounts/authenticate.ts';
import { noteActivity } from '../../lib/activity.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccessLog } from '../../lib/log.ts';
import type { UsageMeter } from '../../usage/meter.ts';
import type { Metrics } from '../metrics.ts';
import type { RawSocketResponder } from '../raw-socket-responder.ts';
import { createRequestContext, type EndpointConfig } from '../request-context.ts';
import type { Middleware } from './middleware.ts';

export interface UsageSink {
  usage: UsageMeter;
  lastUsed: LastUsedRecorder;
  metrics: Metrics;
  access: AccessLog;
  clock: Clock;
}

/**
 * The first step. Records usage, metrics and one log line after the response. It listens to `close`, which is also emitted
 * when the client disconnects early, and costs less than Fastify's own hook.
 */
export function meterRequest(
  sink: UsageSink,
  sockets: RawSocketResponder,
  withoutRoute: (url: string) => EndpointConfig,
): Middleware {
  const { metrics } = sink;
  return (request, reply) => {
    // Once: Fastify builds the options of a route at every read.
    const { endpoint } = request.routeOptions.config;
    request.requestContext = createRequestContext(endpoint ?? withoutRoute(request.url));
    const started = noteActivity('route', request.requestContext.endpoint.name);
    metrics.inFlight.now += 1;
    sockets.trackResponse(request.raw, reply.raw);
    reply.raw.on('close', () => {
      metrics.inFlight.now -= 1;
      if (reply.raw.writableEnded || request.requestContext.isStreaming)
        recordRequest(sink, request, reply.raw.statusCode, performance.now() - started);
    });
    return undefined;
  };
}

function recordRequest(
  { usage, lastUsed, metrics, access, clock }: UsageSink,
  request: FastifyRequest,
  status: number,
  took: number,
): void {
  const { method, requestContext } = request;
  const { endpoint, caller, counted } = requestContext;
  const route = counted?.route ?? endpoint.name;
  const at = clock.now();
  metrics.requests.observe(method, route, status, took / 1000);
  if (caller !== undefined) {
    lastUsed.record(caller.apiKeyId, at);
    const routeType = counted?.routeType ?? endpoint.prepared?.route.routeType;
    // Calls of the console's own routes are no use of the API.
    if (routeType !== undefined && endpoint.access === 'key' && status < 500 && status !== 429) {
      const results = status < 400 ? requestContext.results : 0;
      const { accountId, apiKeyId } = caller;
      const channel = counted?.channel ?? 'DIRECT';
      const { credits } = requestContext;
      usage.record({ accountId, apiKeyId, route, routeType, channel, results, credits, at });
    }
  }
  // Probes come every second or two and add nothing to the log.
  if (endpoint.access === 'probe') return;
  access({ at, requestId: request.id, method, route, status, ms: took, accountId: caller?.accountId });
}
