import type { Attributes, FinishedSpan, SpanKind } from './span.ts';

/** Of opentelemetry.proto.trace.v1.Span.SpanKind. */
const KINDS: Readonly<Record<SpanKind, number>> = { INTERNAL: 1, SERVER: 2, CLIENT: 3, CONSUMER: 5 };
const STATUS_ERROR = 2;
const SAMPLED_FLAG = 1;

const toValue = (value: string | number | boolean): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // A 64-bit integer is a string in JSON.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const toAttributes = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );

/** A double has no digits for nanoseconds since 1970: microseconds, then three zeros. */
const toNanos = (ms: number): string => `${Math.round(ms * 1_000)}000`;

const toSpan = (span: FinishedSpan): object => ({
  traceId: span.context.traceId,
  spanId: span.context.spanId,
  ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
  flags: SAMPLED_FLAG,
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanos(span.startMs),
  endTimeUnixNano: toNanos(span.endMs),
  attributes: toAttributes(span.attributes),
  status: span.failure === undefined ? {} : { code: STATUS_ERROR, message: span.failure },
});

/** An ExportTraceServiceRequest in the JSON mapping of OTLP. */
export const renderSpans = (spans: readonly FinishedSpan[], resource: Attributes): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'gable' }, spans: spans.map(toSpan) }],
      },
    ],
  });
