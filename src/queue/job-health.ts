import type { Clock } from '../lib/clock.ts';

/** A job that failed once may have met a restart; one that fails this long will not recover by itself. */
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

/** What an operator may look up, and a stranger may read: a SQLSTATE, a code of the system or the name of a class, never a message. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error.name;
  return SQL_STATE.test(code) ? `SQLSTATE ${code}` : code;
}
