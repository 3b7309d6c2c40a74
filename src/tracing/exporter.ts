import { backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import { renderSpans } from './otlp.ts';
import type { Attributes, FinishedSpan } from './span.ts';

export interface ExporterSettings {
  /** The full URL of the collector's traces. */
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Spans in memory at most; the newest are dropped above it. */
  maxQueue: number;
  maxBatch: number;
  delayMs: number;
  resource: Attributes;
}

interface ExporterParts {
  clock: Clock;
  /** Receives failures of the collector. */
  onFailure(error: unknown): void;
}

const MAX_TRIES = 3;
const BACKOFF = { firstMs: 1_000, capMs: 5_000 };
/** A stop does not wait longer for the collector. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Those that OTLP calls retryable. */
const RETRYABLE_STATUSES = [429, 502, 503, 504];

/**
 * Sends spans to a collector in batches, one request at a time. Its queue is bounded and nothing waits for it: a
 * collector that is slow or away costs spans, which are counted, and nothing else.
 */
export class SpanExporter {
  readonly counts = { exported: 0, dropped: 0 };
  readonly #settings: ExporterSettings;
  readonly #parts: ExporterParts;
  readonly #closing = new AbortController();
  #queue: FinishedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(settings: ExporterSettings, parts: ExporterParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  add(span: FinishedSpan): void {
    if (this.#queue.length >= this.#settings.maxQueue) {
      this.counts.dropped += 1;
      return;
    }
    this.#queue.push(span);
    if (this.#sending !== undefined) return;
    if (this.#queue.length >= this.#settings.maxBatch) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), this.#settings.delayMs).unref();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, this.#settings.maxBatch);
      this.#queue = this.#queue.slice(batch.length);
      const isSent = await this.#sendWithRetries(renderSpans(batch, this.#settings.resource));
      this.counts[isSent ? 'exported' : 'dropped'] += batch.length;
    }
  }

  async #sendWithRetries(body: string): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      const fault = await this.#send(body);
      if (fault === undefined) return true;
      this.#parts.onFailure(fault.error);
      if (!fault.isPassing || attempt === MAX_TRIES || this.#closing.signal.aborted) return false;
      await this.#parts.clock
        .sleep(backoffMs(attempt - 1, BACKOFF), this.#closing.signal)
        .catch(() => undefined);
    }
  }

  async #send(body: string): Promise<{ error: Error; isPassing: boolean } | undefined> {
    const { url, headers, timeoutMs } = this.#settings;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (answer.ok) return undefined;
      const error = new Error(`the collector answered ${answer.status}`);
      return { error, isPassing: RETRYABLE_STATUSES.includes(answer.status) };
    } catch (error) {
      return { error: error as Error, isPassing: true };
    }
  }

  /** One more attempt for what is buffered. Spans that end later are dropped with the process. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#start();
    const ended = new AbortController();
    const deadline = this.#parts.clock.sleep(CLOSE_TIMEOUT_MS, ended.signal).catch(() => undefined);
    await Promise.race([this.#sending, deadline]);
    ended.abort();
  }
}
