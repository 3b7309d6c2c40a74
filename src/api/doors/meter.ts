import type { onRequestHookHandler, onResponseHookHandler } from 'fastify';
import type { LastUsed } from '../../accounts/last-used.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { UsageMeter } from '../../usage/meter.ts';
import type { Metrics } from '../metrics.ts';

export interface Books {
  usage: UsageMeter;
  lastUsed: LastUsed;
  metrics: Metrics;
  log: Log;
  clock: Clock;
}

export const countIn =
  ({ metrics }: Books): onRequestHookHandler =>
  (_request, _reply, done) => {
    metrics.inFlight.inc();
    done();
  };

/** The door on the way out: usage of answered calls, measures, one log line. Nothing of it delays the answer. */
export function meterDoor({ usage, lastUsed, metrics, log, clock }: Books): onResponseHookHandler {
  return (request, reply, done) => {
    const { visit } = request;
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime * 100) / 100;
    metrics.inFlight.dec();
    metrics.requests.observe({ method: request.method, route: visit.door.name, status }, ms / 1000);
    const { caller } = visit;
    if (caller !== undefined) {
      const at = clock.now();
      lastUsed.note(caller.apiKeyId, at);
      const route = visit.door.prepared?.route;
      if (route !== undefined && status < 500 && status !== 429) {
        const { accountId, apiKeyId } = caller;
        const { routeType } = route;
        const results = status < 400 ? visit.results : 0;
        usage.record({
          accountId,
          apiKeyId,
          route: visit.door.name,
          routeType,
          channel: 'DIRECT',
          results,
          at,
        });
      }
    }
    // Probes come every second or two and say nothing new.
    if (visit.door.access === 'probe') return done();
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: visit.door.name,
        status,
        ms,
        accountId: caller?.accountId,
      },
      'request',
    );
    done();
  };
}
