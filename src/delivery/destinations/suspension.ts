import type { SuspensionReason } from '../../catalogue/service-vocabularies.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import type { DeliveryState, DestinationRow } from './store.ts';

/** Failed attempts in a row, over all notifications, after which a destination is suspended. */
export const FAILURES_TO_SUSPEND = 5;

const INITIAL_PROBE_DELAY_MS = 5 * MINUTE_MS;
const MAX_PROBE_DELAY_MS = 6 * 60 * MINUTE_MS;
const MAX_REPLAY_BATCH_ROWS = 50;
export const REPLAY_INTERVAL_MS = 1_000;

type FailureStreak = Pick<DestinationRow, 'status' | 'failures'>;

/**
 * The state of a destination after these outcomes, in order. Once suspended, only a probe or a person reactivates it.
 */
export function applyOutcomes(
  destination: FailureStreak,
  outcomes: readonly boolean[],
): { failures: number; suspends: boolean } {
  if (destination.status === 'SUSPENDED') return { failures: destination.failures, suspends: false };
  let { failures } = destination;
  for (const delivered of outcomes) {
    failures = delivered ? 0 : failures + 1;
    if (failures >= FAILURES_TO_SUSPEND) return { failures, suspends: true };
  }
  return { failures, suspends: false };
}

/** Null while the destination is active. */
export function suspensionReason(
  destination: Pick<DestinationRow, 'status' | 'destinationType' | 'confirmedAt' | 'unsubscribedAt'>,
): SuspensionReason | null {
  if (destination.status === 'ACTIVE') return null;
  if (destination.unsubscribedAt !== null) return 'UNSUBSCRIBED';
  return destination.destinationType === 'EMAIL' && destination.confirmedAt === null
    ? 'UNCONFIRMED'
    : 'FAILING';
}

/** 5, 10, 20, … 320 minutes, then every 6 hours. */
export const probeDelayMs = (failedProbes: number): number =>
  Math.min(MAX_PROBE_DELAY_MS, INITIAL_PROBE_DELAY_MS * 2 ** Math.min(failedProbes, 16));

export const suspendedState = (failures: number, now: Date): DeliveryState => ({
  status: 'SUSPENDED',
  failures,
  suspendedAt: now,
  probes: 0,
  nextProbeAt: new Date(now.getTime() + probeDelayMs(0)),
  nextReplayAt: null,
});

export const stateAfterFailedProbe = (destination: DestinationRow, now: Date): DeliveryState => ({
  ...destination,
  probes: destination.probes + 1,
  nextProbeAt: new Date(now.getTime() + probeDelayMs(destination.probes + 1)),
  nextReplayAt: null,
});

/** Active again; what was parked is replayed from now on. */
export const activeState = (now: Date): DeliveryState => ({
  status: 'ACTIVE',
  failures: 0,
  suspendedAt: null,
  probes: 0,
  nextProbeAt: null,
  nextReplayAt: now,
});

/** How many parked notifications the next step of a replay releases: 1, 2, 4, … up to a cap. */
export const replayBatchSize = (stepsDone: number): number =>
  Math.min(MAX_REPLAY_BATCH_ROWS, 2 ** Math.min(stepsDone, 16));
