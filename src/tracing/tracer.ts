import { randomFillSync } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { SpanExporter } from './exporter.ts';
import type { Sampler } from './sampler.ts';
import { type Attributes, type FinishedSpan, Span, type SpanKind, type SpanSource } from './span.ts';
import { parseTraceparent } from './trace-context.ts';

interface NewSpan {
  kind?: SpanKind;
  /** The header or column that the work came with; malformed or absent: a new trace begins. */
  traceparent?: string | null | undefined;
  attributes?: Attributes;
}

/** Starts spans and exports those that end. A process that is not traced has no tracer. */
export class Tracer implements SpanSource {
  readonly #exporter: SpanExporter;
  readonly #sampler: Sampler;
  readonly #clock: Clock;
  /** The wall time at the zero of the monotonic clock: a span never ends before it starts. */
  readonly #epochMs: number;

  constructor({ exporter, sampler, clock }: { exporter: SpanExporter; sampler: Sampler; clock: Clock }) {
    this.#exporter = exporter;
    this.#sampler = sampler;
    this.#clock = clock;
    this.#epochMs = clock.now().getTime() - clock.monotonicMs();
  }

  /** Undefined when the trace is not sampled: nothing of it is recorded or passed on. */
  startSpan(
    name: string,
    { kind = 'INTERNAL', traceparent, attributes = {} }: NewSpan = {},
  ): Span | undefined {
    const parent = parseTraceparent(traceparent);
    const traceId = parent?.traceId ?? newTraceId();
    if (!this.#sampler(traceId, parent)) return undefined;
    const context = { traceId, spanId: newSpanId(), isSampled: true };
    return new Span(this, { context, parentSpanId: parent?.spanId, name, kind, attributes });
  }

  startChild({ context }: Span, name: string, attributes: Attributes): Span {
    const own = { traceId: context.traceId, spanId: newSpanId(), isSampled: true };
    return new Span(this, {
      context: own,
      parentSpanId: context.spanId,
      name,
      kind: 'INTERNAL',
      attributes,
    });
  }

  nowMs(): number {
    return this.#epochMs + this.#clock.monotonicMs();
  }

  finish(span: FinishedSpan): void {
    this.#exporter.add(span);
  }

  /** How many spans were exported, and dropped, since the start. */
  get counts(): SpanExporter['counts'] {
    return this.#exporter.counts;
  }

  /** Exports what is buffered, for two seconds at most. */
  close(): Promise<void> {
    return this.#exporter.close();
  }
}

/** Random bytes are drawn for some hundred ids at once: a call for each id takes ten times as long. */
const POOL_BYTES = 4_096;
const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

function nextHex(bytes: number): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  const id = pool.toString('hex', used - bytes, used);
  // An id of zeros only is invalid.
  return /[^0]/.test(id) ? id : nextHex(bytes);
}

export const newTraceId = (): string => nextHex(TRACE_ID_BYTES);
export const newSpanId = (): string => nextHex(SPAN_ID_BYTES);
