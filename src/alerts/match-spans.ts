import type { Span } from '../tracing/span.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { PropertyChange } from './property-change.ts';

/** The spans of one transaction that matches changes: one for each change, in the trace that recorded it. */
export class MatchSpans {
  readonly #tracer: Tracer | undefined;
  readonly #spans: Span[] = [];

  constructor(tracer: Tracer | undefined) {
    this.#tracer = tracer;
  }

  /** The changes with the span that their notifications pass on. Without a tracer the recorded one is passed on. */
  start(changes: readonly PropertyChange[]): readonly PropertyChange[] {
    const tracer = this.#tracer;
    return tracer === undefined ? changes : changes.map((change) => this.#startOne(tracer, change));
  }

  #startOne(tracer: Tracer, change: PropertyChange): PropertyChange {
    const { propertyId, revisionId, traceparent } = change;
    const span = tracer.startSpan('match alerts', {
      kind: 'CONSUMER',
      traceparent,
      attributes: { 'gable.property_id': propertyId, 'gable.revision_id': revisionId },
    });
    if (span === undefined) return change;
    this.#spans.push(span);
    return { ...change, traceparent: span.traceparent };
  }

  /** After the transaction; a failed one is retried with spans of its own. */
  end(failure?: string): void {
    for (const span of this.#spans) span.end({ failure });
  }
}
