import { Counter, type Registry } from 'prom-client';
import type { Tracer } from '../tracing/tracer.ts';

/** Spans of this process by what became of them. */
export function addTracingMetrics(registry: Registry, tracer: Tracer | undefined): void {
  if (tracer === undefined) return;
  const counted = { exported: 0, dropped: 0 };
  new Counter({
    name: 'gable_trace_spans_total',
    help: 'Spans by outcome: exported to the collector, or dropped because it was away or too slow.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const outcome of ['exported', 'dropped'] as const) {
        this.inc({ outcome }, tracer.counts[outcome] - counted[outcome]);
        counted[outcome] = tracer.counts[outcome];
      }
    },
  });
}
