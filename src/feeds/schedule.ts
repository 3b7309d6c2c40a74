import { backoffMs } from '../lib/backoff.ts';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';

/** A feed that fails is tried again after minutes, then ever more seldom, but four times a day at least. */
const INITIAL_RETRY_DELAY_MS = 5 * MINUTE_MS;
const MAX_RETRY_DELAY_MS = 6 * 60 * MINUTE_MS;

/** The next pull after one that went well: an interval after the last one began, however long it took. */
export const dueAfterSuccess = (startedAt: Date, intervalSeconds: number, now: Date): Date =>
  new Date(Math.max(startedAt.getTime() + intervalSeconds * 1_000, now.getTime()));

/** `failures` counts this one. The server's own wish to be left alone is granted, for a day at most. */
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
 * Whether a file known to be the same need not be read again. Once a day it is read all the same, so that its listings count as seen:
 * one that nobody sees for weeks expires.
 */
export const maySkipUnchanged = (takenAt: Date | null, now: Date): boolean =>
  takenAt !== null && now.getTime() - takenAt.getTime() < DAY_MS;
