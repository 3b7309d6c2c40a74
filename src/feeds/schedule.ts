import { backoffMs } from '../lib/backoff.ts';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';

/** A failing feed is retried after minutes, then with exponential backoff, but at least four times a day. */
const INITIAL_RETRY_DELAY_MS = 5 * MINUTE_MS;
const MAX_RETRY_DELAY_MS = 6 * 60 * MINUTE_MS;

/** After a success: one interval after the start of the last pull. */
export const dueAfterSuccess = (startedAt: Date, intervalSeconds: number, now: Date): Date =>
  new Date(Math.max(startedAt.getTime() + intervalSeconds * 1_000, now.getTime()));

/** `failures` includes this one. Retry-After is honoured up to a day. */
export function dueAfterFailure(
  failed: { failures: number; intervalSeconds: number; retryAfterMs?: number | undefined },
  now: Date,
  random = Math.random,
): Date {
  const capMs = Math.max(MAX_RETRY_DELAY_MS, failed.intervalSeconds * 1_000);
  const wait = backoffMs(failed.failures - 1, { firstMs: INITIAL_RETRY_DELAY_MS, capMs }, random);
  const requested = Math.min(failed.retryAfterMs ?? 0, DAY_MS);
  return new Date(now.getTime() + Math.max(wait, requested));
}

/**
 * Whether an unchanged file may be skipped. Once a day it is read anyway, so that its listings count as seen and do
 * not expire.
 */
export const maySkipUnchanged = (fetchedAt: Date | null, now: Date): boolean =>
  fetchedAt !== null && now.getTime() - fetchedAt.getTime() < DAY_MS;
