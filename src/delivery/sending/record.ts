import type { Database, Db } from '../../db/sql.ts';
import {
  selectDestinationsForUpdate,
  updateDeliveryState,
  updateFailureCount,
} from '../destinations/store.ts';
import { applyOutcomes, suspendedState } from '../destinations/suspension.ts';
import type { FinishedAttempt } from './next-state.ts';
import { clearFailures, storeAttempts } from './store.ts';

/** Whether an attempt counts for its destination: tests, manual replays and internal failures do not. */
const countsForDestination = ({ claimed, attempt }: FinishedAttempt): boolean =>
  claimed.kind === 'EVENT' &&
  claimed.statusBefore === null &&
  (attempt.outcome === 'DELIVERED' || attempt.outcome === 'FAILED');

/**
 * Writes a batch of attempts in the order they ended; returns the suspended destinations among theirs, whose backlog is
 * to be parked. Only destinations with a failure are locked, and only while their attempts are written: claims pass
 * over locked ones.
 */
export async function recordAttempts(
  db: Database,
  finished: readonly FinishedAttempt[],
  now: Date,
): Promise<string[]> {
  const failing = new Set(
    finished
      .filter((one) => countsForDestination(one) && one.attempt.outcome === 'FAILED')
      .map(destinationOf),
  );
  const succeeding = finished.filter((one) => !failing.has(destinationOf(one)));
  if (succeeding.length > 0) await recordSucceeding(db, succeeding, now);
  const suspended: string[] = [];
  for (const id of failing) {
    const attempts = finished.filter((one) => destinationOf(one) === id);
    const isSuspended = await db.transaction((tx) => recordFailing(tx, attempts, now), { retries: 3 });
    if (isSuspended) suspended.push(id);
  }
  return suspended;
}

const destinationOf = ({ claimed }: FinishedAttempt): string => claimed.destinationId;

async function recordSucceeding(db: Db, finished: readonly FinishedAttempt[], now: Date): Promise<void> {
  await storeAttempts(db, finished, now);
  const ids = new Set(finished.filter(countsForDestination).map(destinationOf));
  if (ids.size > 0) await clearFailures(db, [...ids]);
}

/** The attempts of one destination; returns whether it is suspended now. */
async function recordFailing(db: Db, finished: readonly FinishedAttempt[], now: Date): Promise<boolean> {
  const [destination] = await selectDestinationsForUpdate(db, finished.slice(0, 1).map(destinationOf));
  const ours = await storeAttempts(db, finished, now);
  if (destination === undefined) return false;
  const outcomes = finished
    .filter((one) => countsForDestination(one) && ours.has(one.claimed.id))
    .map(({ attempt }) => attempt.outcome === 'DELIVERED');
  const { failures, suspends } = applyOutcomes(destination, outcomes);
  if (suspends) await updateDeliveryState(db, destination, suspendedState(failures, now));
  else if (destination.status === 'ACTIVE') await updateFailureCount(db, destination, failures);
  return suspends || destination.status === 'SUSPENDED';
}
