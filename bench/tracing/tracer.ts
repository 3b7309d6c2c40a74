import { systemClock } from '../../src/lib/clock.ts';
import type { Log } from '../../src/lib/log.ts';
import { readSettings } from '../../src/processes/settings.ts';
import { openTracer } from '../../src/processes/tracing.ts';
import type { Tracer } from '../../src/tracing/tracer.ts';

/** The tracer of a process that `startBenchCollector` gave a collector; undefined without one, as in the service. */
export function openBenchTracer(log: Log): Tracer | undefined {
  const read = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: process.env['BENCH_COLLECTOR'] ?? '' }, {});
  if ('faults' in read) throw new Error(read.faults.join());
  return openTracer(read.settings, { log, clock: systemClock });
}
