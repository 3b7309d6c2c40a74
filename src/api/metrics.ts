import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestTimes } from './request-times.ts';

/** One registry per process, served at /metrics. */
export interface Metrics {
  registry: Registry;
  requests: RequestTimes;
  failures: Counter<'kind'>;
  /** Requests in flight. A plain number: a gauge updated twice a request cost 18 µs. */
  inFlight: { now: number };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'gable_' });
  const inFlight = { now: 0 };
  new Gauge({
    name: 'gable_http_requests_in_flight',
    help: 'Requests being answered now.',
    registers: [registry],
    collect() {
      this.set(inFlight.now);
    },
  });
  return {
    registry,
    requests: new RequestTimes(registry),
    failures: new Counter({
      name: 'gable_errors_total',
      help: 'Internal errors: requests answered 5xx, batches that could not be written yet.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    inFlight,
  };
}
