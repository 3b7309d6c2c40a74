import { type Receiver, startReceiver } from '../faults/receiver.ts';
import type { TestScope } from './test-scope.ts';

/** A span as OTLP writes it in JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

/** A collector of OTLP over HTTP on loopback. */
export interface TraceCollector {
  receiver: Receiver;
  /** For a process that sends its spans here, soon. */
  settings: Record<string, string>;
  exports(): ExportRequest[];
  spans(): ReceivedSpan[];
}

export async function startCollector(t: TestScope): Promise<TraceCollector> {
  const receiver = await startReceiver({ plain: true });
  t.after(() => receiver.close());
  const exports = (): ExportRequest[] =>
    receiver.requests
      .filter(({ complete, url }) => complete && url === '/v1/traces')
      .map(({ body }) => JSON.parse(body.toString()) as ExportRequest);
  return {
    receiver,
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '50' },
    exports,
    spans: () =>
      exports().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}
