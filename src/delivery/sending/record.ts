import type { Database, Db } from '../../db/sql.ts';
import { lockedDestinations, putFailures, putService } from '../destinations/store.ts';
import { afterOutcomes, suspended } from '../destinations/suspension.ts';
import type { Finished } from './after-attempt.ts';
import { clearFailures, putOutcomes } from './store.ts';

/** Whether an attempt says anything about its destination: tests and replays by hand do not, nor do our own faults. */
const counts = ({ claimed, attempt }: Finished): boolean =>
  claimed.kind === 'EVENT' &&
  claimed.statusBefore === null &&
  (attempt.outcome === 'DELIVERED' || attempt.outcome === 'FAILED');

/**
 * Writes a batch of attempts in the order they ended; answers the suspended destinations among theirs, for which something may wait.
 * Only destinations with a failure are locked, and only while their own attempts are written: claims pass by what is locked.
 */
export async function recordAttempts(
  db: Database,
  finished: readonly Finished[],
  now: Date,
): Promise<string[]> {
  const failing = new Set(
    finished.filter((one) => counts(one) && one.attempt.outcome === 'FAILED').map(destinationOf),
  );
  const well = finished.filter((one) => !failing.has(destinationOf(one)));
  if (well.length > 0) await recordWell(db, well, now);
  const stopped: string[] = [];
  for (const id of failing) {
    const attempts = finished.filter((one) => destinationOf(one) === id);
    const isSuspended = await db.transaction((tx) => recordFailing(tx, attempts, now), { retries: 3 });
    if (isSuspended) stopped.push(id);
  }
  return stopped;
}

const destinationOf = ({ claimed }: Finished): string => claimed.destinationId;

async function recordWell(db: Db, finished: readonly Finished[], now: Date): Promise<void> {
  await putOutcomes(db, finished, now);
  const ids = new Set(finished.filter(counts).map(destinationOf));
  if (ids.size > 0) await clearFailures(db, [...ids]);
}

/** The attempts of one destination; answers whether it is suspended now. */
async function recordFailing(db: Db, finished: readonly Finished[], now: Date): Promise<boolean> {
  const [destination] = await lockedDestinations(db, finished.slice(0, 1).map(destinationOf));
  const ours = await putOutcomes(db, finished, now);
  if (destination === undefined) return false;
  const outcomes = finished
    .filter((one) => counts(one) && ours.has(one.claimed.id))
    .map(({ attempt }) => attempt.outcome === 'DELIVERED');
  const { failures, suspends } = afterOutcomes(destination, outcomes);
  if (suspends) await putService(db, destination, suspended(failures, now));
  else if (destination.status === 'ACTIVE') await putFailures(db, destination, failures);
  return suspends || destination.status === 'SUSPENDED';
}
