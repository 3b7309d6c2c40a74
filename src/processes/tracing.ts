import { hostname } from 'node:os';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import { SpanExporter } from '../tracing/exporter.ts';
import { createSampler } from '../tracing/sampler.ts';
import { Tracer } from '../tracing/tracer.ts';
import type { Settings } from './settings.ts';
import { readVersion } from './version.ts';

export type TracingSettings = Pick<Settings, Extract<keyof Settings, `OTEL_${string}`>>;

/** Where spans are sent; undefined when traces are off. */
export function findCollector(settings: TracingSettings): string | undefined {
  if (settings.OTEL_SDK_DISABLED === 'true') return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings;
  return own ?? (base && `${base}/v1/traces`);
}

/** Undefined without a collector: then nothing is traced, and a request costs what it did. */
export function openTracer(
  settings: TracingSettings,
  { log, clock }: { log: Log; clock: Clock },
): Tracer | undefined {
  const url = findCollector(settings);
  if (url === undefined) return undefined;
  const exporter = new SpanExporter(
    {
      url,
      headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
      timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
      maxQueue: settings.OTEL_BSP_MAX_QUEUE_SIZE,
      maxBatch: settings.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
      delayMs: settings.OTEL_BSP_SCHEDULE_DELAY,
      resource: {
        'service.name': settings.OTEL_SERVICE_NAME,
        'service.version': readVersion(),
        'host.name': hostname(),
        'process.pid': process.pid,
        ...settings.OTEL_RESOURCE_ATTRIBUTES,
      },
    },
    {
      clock,
      onFailure: createThrottledWarning(log)(
        'tracing.export_failed',
        'spans could not be sent; some are lost',
      ),
    },
  );
  const sampler = createSampler(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG);
  return new Tracer({ exporter, sampler, clock });
}
