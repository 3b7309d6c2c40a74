import { MINUTE_MS } from '../../lib/durations.ts';
import type { NotificationStatus } from '../notifications/store.ts';
import type { AttemptResult, ClaimedNotification } from './claimed-notification.ts';

/** From the end of one attempt to the next; the fifth attempt is the last. */
const RETRY_DELAYS_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Attempts the service may lose before the notification is taken as the cause. */
export const MAX_INTERNAL_FAILURES = 5;

/**
 * Workers that may die with one notification. More than above, as a kill from outside says nothing about the
 * notification: with five, one of 10,000 was given up in 20 kills on a loaded machine.
 */
export const MAX_WORKER_DEATHS = 10;

/** Only added, so that no retry is early; it spreads retries of attempts that failed together. */
const MAX_JITTER_RATIO = 0.1;

export interface NextState {
  status: NotificationStatus;
  dueAt: Date | null;
  deliveredAt: Date | null;
  error: string | null;
  failedAttempts: number;
  internalFailures: number;
  lane: 0 | 1;
}

export function retryDelayMs(failures: number, random = Math.random): number {
  const delay =
    RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? RETRY_DELAYS_MS[0] ?? MINUTE_MS;
  return delay * (1 + MAX_JITTER_RATIO * random());
}

/** A finished attempt and the state after it. */
export interface FinishedAttempt {
  claimed: ClaimedNotification;
  attempt: AttemptResult;
  next: NextState;
}

type AttemptHistory = Pick<
  ClaimedNotification,
  'kind' | 'failedAttempts' | 'internalFailures' | 'statusBefore' | 'lane'
>;

/** The next state of a notification. Only failures of the receiver count for its five attempts. */
export function computeNextState(
  before: AttemptHistory,
  attempt: Pick<AttemptResult, 'outcome' | 'error' | 'passing' | 'cut'>,
  now: Date,
  random = Math.random,
): NextState {
  const { outcome, error = null } = attempt;
  const failedAttempts = before.failedAttempts + Number(outcome === 'FAILED');
  const isExpectedLoss = attempt.passing === true || attempt.cut === true;
  const internalFailures = before.internalFailures + Number(outcome === 'LOST' && !isExpectedLoss);
  const state = {
    dueAt: null,
    deliveredAt: null,
    error,
    failedAttempts,
    internalFailures,
    lane: before.lane,
  };
  if (outcome === 'DELIVERED') return { ...state, status: 'DELIVERED', deliveredAt: now };
  if (outcome === 'SKIPPED') return { ...state, status: 'SKIPPED' };
  if (attempt.cut === true) return { ...state, status: 'PENDING', dueAt: now };
  if (before.statusBefore !== null) return { ...state, status: before.statusBefore };
  const isOver =
    failedAttempts >= MAX_ATTEMPTS || internalFailures >= MAX_INTERNAL_FAILURES || before.kind === 'TEST';
  if (isOver) return { ...state, status: 'FAILED' };
  const delay = retryDelayMs(outcome === 'FAILED' ? failedAttempts : internalFailures, random);
  return { ...state, status: 'PENDING', dueAt: new Date(now.getTime() + delay), lane: 1 };
}
