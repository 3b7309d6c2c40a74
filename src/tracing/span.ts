import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, type TraceContext } from './trace-context.ts';

export type SpanKind = 'INTERNAL' | 'SERVER' | 'CLIENT' | 'CONSUMER';
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span that has ended, as the exporter gets it. */
export interface FinishedSpan {
  readonly context: TraceContext;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** What failed; undefined when nothing did. */
  readonly failure: string | undefined;
}

/** How a span begins children and where it goes when it ends. */
export interface SpanSource {
  /** Milliseconds since 1970 that only grow. */
  nowMs(): number;
  startChild(of: Span, name: string, attributes: Attributes): Span;
  finish(span: FinishedSpan): void;
}

interface SpanStart {
  context: TraceContext;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  attributes: Attributes;
}

/** One recorded piece of work. */
export class Span {
  readonly context: TraceContext;
  readonly #source: SpanSource;
  readonly #start: SpanStart;
  readonly #startMs: number;
  #isEnded = false;

  constructor(source: SpanSource, start: SpanStart) {
    this.context = start.context;
    this.#source = source;
    this.#start = start;
    this.#startMs = source.nowMs();
  }

  get traceparent(): string {
    return formatTraceparent(this.context);
  }

  startChild(name: string, attributes: Attributes = {}): Span {
    return this.#source.startChild(this, name, attributes);
  }

  /** The first end counts. */
  end({ attributes, failure }: { attributes?: Attributes; failure?: string | undefined } = {}): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#source.finish({
      ...this.#start,
      attributes: { ...this.#start.attributes, ...attributes },
      startMs: this.#startMs,
      endMs: this.#source.nowMs(),
      failure,
    });
  }
}

const active = new AsyncLocalStorage<Span>();

/** Runs work so that `currentTraceparent` and `inChildSpan` below it see the span; without one it just runs. */
export const runInSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  span === undefined ? work() : active.run(span, work);

/** The span that this work belongs to, for rows that pass the trace on. */
export const currentTraceparent = (): string | undefined => active.getStore()?.traceparent;

/** Records the work as a span when it is part of a trace. */
export const inChildSpan = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => endWith(active.getStore()?.startChild(name, attributes), work);

/** Runs work inside a span that ends with it. */
export async function endWith<Result>(span: Span | undefined, work: () => Promise<Result>): Promise<Result> {
  if (span === undefined) return work();
  try {
    const result = await active.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: (error as Error).message });
    throw error;
  }
}
