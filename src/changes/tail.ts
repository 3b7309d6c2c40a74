import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { listLogs, readLastEntries } from './region-log.ts';

const POLL_INTERVAL_MS = 200;

/**
 * Wakes the open streams of a process when the log has a new complete entry. One query for all of them, and none while
 * no stream waits.
 */
export class LogTail {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #last: string | undefined;
  #polling = false;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The last entry seen. A stream notes it before it reads, and waits for a later one. */
  mark(): string | undefined {
    return this.#last;
  }

  /** Resolves after a new entry since the mark, after `maxMs`, or when the signal aborts. */
  wait(mark: string | undefined, maxMs: number, signal: AbortSignal): Promise<void> {
    if (this.#last !== mark) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, maxMs);
      signal.addEventListener('abort', wake, { once: true });
      this.#waiting.add(wake);
      if (signal.aborted) return wake();
      void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    while (this.#waiting.size > 0) {
      // A failed read wakes the streams too: each then fails by its own read, and its client reconnects.
      const last = await readLastEntries(listLogs(this.#db)).catch(() => 'unavailable');
      if (last !== this.#last) for (const wake of [...this.#waiting]) wake();
      this.#last = last;
      await this.#clock.sleep(POLL_INTERVAL_MS).catch(() => undefined);
    }
    this.#polling = false;
  }
}
