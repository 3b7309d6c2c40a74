import type { SuspensionReason } from '../../catalogue/service-vocabularies.ts';
import type { DestinationRow, Service } from './store.ts';

/** Failed attempts in a row, on whatever notifications, after which a destination is suspended. */
export const FAILURES_TO_SUSPEND = 5;

const MINUTE_MS = 60_000;
const FIRST_PROBE_MS = 5 * MINUTE_MS;
const MAX_PROBE_DELAY_MS = 6 * 60 * MINUTE_MS;
const REPLAY_CAP = 50;
export const REPLAY_STEP_MS = 1_000;

type Streak = Pick<DestinationRow, 'status' | 'failures'>;

/** What a row of outcomes, in the order they came, makes of a destination. Once suspended, only a probe or a person brings it back. */
export function afterOutcomes(
  destination: Streak,
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

/** Null while the destination is served. */
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
  Math.min(MAX_PROBE_DELAY_MS, FIRST_PROBE_MS * 2 ** Math.min(failedProbes, 16));

export const suspended = (failures: number, now: Date): Service => ({
  status: 'SUSPENDED',
  failures,
  suspendedAt: now,
  probes: 0,
  nextProbeAt: new Date(now.getTime() + probeDelayMs(0)),
  nextReplayAt: null,
});

export const afterFailedProbe = (destination: DestinationRow, now: Date): Service => ({
  ...destination,
  probes: destination.probes + 1,
  nextProbeAt: new Date(now.getTime() + probeDelayMs(destination.probes + 1)),
  nextReplayAt: null,
});

/** Served again; what was held is replayed from now on. */
export const reactivated = (now: Date): Service => ({
  status: 'ACTIVE',
  failures: 0,
  suspendedAt: null,
  probes: 0,
  nextProbeAt: null,
  nextReplayAt: now,
});

/** How many held notifications the next second of a replay lets go: 1, 2, 4, … up to a cap. */
export const replayStep = (stepsDone: number): number => Math.min(REPLAY_CAP, 2 ** Math.min(stepsDone, 16));
