import type { Clock } from '../lib/clock.ts';

/** A single failure may be a restart; a job that fails this long does not recover by itself. */
export const MAX_FAILING_MS = 60_000;

interface Failure {
  sinceMs: number;
  error: unknown;
}

/** Which periodic jobs of a process fail, and since when. A probe reads it. */
export class JobHealth {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #failures = new Map<string, Failure>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  failed(name: string, error: unknown): void {
    const { sinceMs = this.#clock.monotonicMs() } = this.#failures.get(name) ?? {};
    this.#failures.set(name, { sinceMs, error });
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }

  /** The jobs that have failed for a minute without a success, each with the kind of its last error. */
  failing(): string[] {
    const now = this.#clock.monotonicMs();
    return [...this.#failures]
      .filter(([, { sinceMs }]) => now - sinceMs >= MAX_FAILING_MS)
      .map(([name, { error }]) => `${name} (${errorKind(error)})`);
  }
}

const SQL_STATE = /^[0-9A-Z]{5}$/;

/** Safe to show to anybody: a SQLSTATE, a system error code or the name of a class, never a message. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error.name;
  return SQL_STATE.test(code) ? `SQLSTATE ${code}` : code;
}
