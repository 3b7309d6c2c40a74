import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What operators watch. One registry per process, served at /metrics. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  failures: Counter<'kind'>;
  inFlight: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'gable_' });
  return {
    registry,
    requests: new Histogram({
      name: 'gable_http_request_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    failures: new Counter({
      name: 'gable_failures_total',
      help: 'Faults of our own: requests answered 5xx, batches that could not be written yet.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    inFlight: new Gauge({
      name: 'gable_http_requests_in_flight',
      help: 'Requests being answered now.',
      registers: [registry],
    }),
  };
}
