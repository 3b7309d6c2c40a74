import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db } from '../../db/sql.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  type DestinationKey,
  selectDestinationForUpdate,
  updateDeliveryState,
  updateFailureCount,
} from '../destinations/store.ts';
import { applyOutcomes, suspendedState } from '../destinations/suspension.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import type { FinishedAttempt } from './next-state.ts';
import { clearFailures, releaseClaims, storeAttempts } from './store.ts';

const WRITE_BATCH_ROWS = 200;
/** Finished attempts stay in memory until they are written, however long the database is unavailable. */
const BACKOFF = { firstMs: 50, capMs: 1_000 };

interface AttemptRecorderParts {
  db: Database;
  clock: Clock;
  onFault: (error: unknown) => void;
  /** It is written, or another worker has the claim. */
  onDone: (claimed: ClaimedNotification) => void;
  /** These are suspended: their backlog is to be parked. */
  onSuspended: (destinations: readonly DestinationKey[]) => void;
}

/**
 * Writes finished attempts, those that ended together in one statement. One writer: each batch takes all that ended
 * during the one before. After an attempt only its record is retried, never the attempt.
 */
export class AttemptRecorder {
  readonly #parts: AttemptRecorderParts;
  #finished: FinishedAttempt[] = [];
  #unused: ClaimedNotification[] = [];
  #running: Promise<void> | undefined;

  constructor(parts: AttemptRecorderParts) {
    this.#parts = parts;
  }

  get backlog(): number {
    return this.#finished.length + this.#unused.length;
  }

  add(finished: FinishedAttempt): void {
    this.#finished.push(finished);
    this.#start();
  }

  /** Claims of which nothing was sent. */
  releaseUnused(unused: readonly ClaimedNotification[]): void {
    this.#unused.push(...unused);
    this.#start();
  }

  #start(): void {
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  async #drain(): Promise<void> {
    for (let failures = 0; this.backlog > 0; ) {
      // Attempts that end in this turn of the event loop go with it.
      await pause(1);
      // Copies: more may be added while these are written.
      const [finished, unused] = [this.#finished.slice(0, WRITE_BATCH_ROWS), this.#unused.slice()];
      try {
        if (finished.length > 0) await this.#write(finished);
        if (unused.length > 0) await releaseClaims(this.#parts.db, unused, this.#parts.clock.now());
        this.#finished = this.#finished.slice(finished.length);
        this.#unused = this.#unused.slice(unused.length);
        for (const { claimed } of finished) this.#parts.onDone(claimed);
        for (const claimed of unused) this.#parts.onDone(claimed);
        failures = 0;
      } catch (error) {
        this.#parts.onFault(error);
        await pause(backoffMs(failures, BACKOFF));
        failures += 1;
      }
    }
  }

  /** One attempt that cannot be written must not block the others. */
  async #write(finished: readonly FinishedAttempt[]): Promise<void> {
    const { db, clock, onFault, onSuspended } = this.#parts;
    try {
      onSuspended(await recordAttempts(db, finished, clock.now()));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      onFault(error);
      for (const one of finished) await this.#writeAlone(one);
    }
  }

  /** Without the bodies, if these are the cause; otherwise its lease ends and it counts as lost. */
  async #writeAlone(one: FinishedAttempt): Promise<void> {
    const { db, clock, onFault, onSuspended } = this.#parts;
    const { request: _, reply: __, ...bare } = one.attempt;
    for (const written of [one, { ...one, attempt: bare }]) {
      try {
        return onSuspended(await recordAttempts(db, [written], clock.now()));
      } catch (error) {
        if (isUnavailable(error)) throw error;
        onFault(error);
      }
    }
  }
}

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
async function recordAttempts(
  db: Database,
  finished: readonly FinishedAttempt[],
  now: Date,
): Promise<DestinationKey[]> {
  const failing = new Map(
    finished
      .filter((one) => countsForDestination(one) && one.attempt.outcome === 'FAILED')
      .map((one) => [one.claimed.destinationId, destinationOf(one)]),
  );
  const succeeding = finished.filter((one) => !failing.has(one.claimed.destinationId));
  if (succeeding.length > 0) await recordSucceeding(db, succeeding, now);
  const suspended: DestinationKey[] = [];
  for (const key of failing.values()) {
    const attempts = finished.filter((one) => one.claimed.destinationId === key.id);
    const isSuspended = await db.transaction((tx) => recordFailing(tx, key, attempts, now), { retries: 3 });
    if (isSuspended) suspended.push(key);
  }
  return suspended;
}

const destinationOf = ({ claimed }: FinishedAttempt): DestinationKey => ({
  accountId: claimed.accountId,
  id: claimed.destinationId,
});

async function recordSucceeding(db: Db, finished: readonly FinishedAttempt[], now: Date): Promise<void> {
  await storeAttempts(db, finished, now);
  const counted = finished.filter(countsForDestination).map(destinationOf);
  if (counted.length > 0) await clearFailures(db, counted);
}

/** The attempts of one destination; returns whether it is suspended now. */
async function recordFailing(
  db: Db,
  key: DestinationKey,
  finished: readonly FinishedAttempt[],
  now: Date,
): Promise<boolean> {
  const destination = await selectDestinationForUpdate(db, key);
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
