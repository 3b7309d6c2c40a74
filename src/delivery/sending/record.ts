import type { Database, Db } from '../../db/sql.ts';
import { type DestinationRow, lockedDestinations, putFailures, putService } from '../destinations/store.ts';
import { afterOutcomes, suspended } from '../destinations/suspension.ts';
import { holdSome } from '../notifications/hold.ts';
import { clearFailures, type Finished, putOutcomes } from './store.ts';

/** Whether an attempt says anything about its destination: tests and replays by hand do not, nor do our own faults. */
const counts = ({ claimed, attempt }: Finished): boolean =>
  claimed.kind === 'EVENT' &&
  claimed.statusBefore === null &&
  (attempt.outcome === 'DELIVERED' || attempt.outcome === 'FAILED');

/** Writes a batch of attempts in the order they ended. Without a failure, the usual case, no destination is locked. */
export async function recordAttempts(db: Database, finished: readonly Finished[], now: Date): Promise<void> {
  const counted = finished.filter(counts);
  if (counted.some(({ attempt }) => attempt.outcome === 'FAILED')) {
    await db.transaction((tx) => recordWithFailures(tx, finished, now), { retries: 3 });
    return;
  }
  await putOutcomes(db, finished, now);
  if (counted.length > 0) await clearFailures(db, idsOf(counted));
}

const idsOf = (finished: readonly Finished[]): string[] => [
  ...new Set(finished.map(({ claimed }) => claimed.destinationId)),
];

async function recordWithFailures(db: Db, finished: readonly Finished[], now: Date): Promise<void> {
  const counted = finished.filter(counts);
  const destinations = await lockedDestinations(db, idsOf(counted));
  const ours = await putOutcomes(db, finished, now);
  for (const destination of destinations) {
    const outcomes = counted
      .filter(({ claimed }) => claimed.destinationId === destination.id && ours.has(claimed.id))
      .map(({ attempt }) => attempt.outcome === 'DELIVERED');
    await settle(db, destination, outcomes, now);
  }
}

/** What a failed attempt of a suspended destination left pending is held with the rest; where much waits, the claims see to it. */
async function settle(
  db: Db,
  destination: DestinationRow,
  outcomes: readonly boolean[],
  now: Date,
): Promise<void> {
  const { failures, suspends } = afterOutcomes(destination, outcomes);
  if (suspends) await putService(db, destination, suspended(failures, now));
  else if (destination.status === 'ACTIVE') await putFailures(db, destination, failures);
  if (suspends || destination.status === 'SUSPENDED') await holdSome(db, destination, now);
}
