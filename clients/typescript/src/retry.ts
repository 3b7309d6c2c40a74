export interface RetryOptions {
  /** Attempts in all; 1 repeats nothing. */
  maxAttempts: number;
  /** Never waits longer than this for one attempt; a longer `Retry-After` is an error at once. */
  maxWaitMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { maxAttempts: 5, maxWaitMs: 60_000 };

/** The service did not begin these: any request may be repeated. */
const REFUSED = new Set([429, 503]);
/** These say nothing about what was done: only a request that may arrive twice is repeated. */
const UNCERTAIN = new Set([500, 502, 504]);

const FIRST_BACKOFF_MS = 250;

export const isRetryable = (status: number, mayArriveTwice: boolean): boolean =>
  REFUSED.has(status) || (mayArriveTwice && UNCERTAIN.has(status));

/** What `Retry-After` asks for, in seconds or as a date; otherwise a growing, random wait. */
export function waitMs(attempt: number, retryAfter: string | null, now: number): number {
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const date = retryAfter === null ? Number.NaN : Date.parse(retryAfter);
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  return FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
}

/** Resolves after the time, or rejects when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(finish, ms);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    function finish(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}
