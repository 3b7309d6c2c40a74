import { monotonicMs } from '../lib/monotonic.ts';

/** A statement refused this long, without a success, is not refused by chance. */
const MAX_REFUSED_MS = 60_000;

/**
 * Neither our values nor an outage: a grant, table, column or function is missing, or the server is read-only. 42P05
 * comes from poolers.
 */
const isRefusal = (state: string): boolean => /^(?:42|XX|25006)/.test(state) && state !== '42P05';

interface RefusedStatement {
  firstMs: number;
  lastMs: number;
  state: string;
}

/**
 * Fixed statements that the database refuses. Statements built from a request are not counted: the request of one
 * customer must not make a process unready.
 */
export class StatementRefusals {
  readonly #nowMs: () => number;
  readonly #refusedByName = new Map<string, RefusedStatement>();

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  recordError(name: string | undefined, error: unknown): void {
    const { code } = error as { code?: unknown };
    if (name === undefined || typeof code !== 'string' || !isRefusal(code)) return;
    const lastMs = this.#nowMs();
    const { firstMs = lastMs } = this.#refusedByName.get(name) ?? {};
    this.#refusedByName.set(name, { firstMs, lastMs, state: code });
  }

  recordSuccess(name: string | undefined): void {
    if (this.#refusedByName.size > 0 && name !== undefined) this.#refusedByName.delete(name);
  }

  /**
   * The SQLSTATE of a statement refused for a minute, and again within the last one. A statement not run since is
   * unknown.
   */
  findLasting(): string | undefined {
    const now = this.#nowMs();
    for (const { firstMs, lastMs, state } of this.#refusedByName.values()) {
      if (lastMs - firstMs >= MAX_REFUSED_MS && now - lastMs < MAX_REFUSED_MS) return state;
    }
    return undefined;
  }
}
