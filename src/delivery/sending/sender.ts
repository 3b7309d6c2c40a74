import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { ClockSteps } from '../../lib/clock-steps.ts';
import { newId } from '../../lib/ids.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { ScanPosition } from './allocate-slots.ts';
import { attemptDelivery, type SendingParts } from './attempt.ts';
import { BacklogParker } from './backlog-parker.ts';
import { BatchLoader } from './batch-loader.ts';
import { type ClaimResult, claimDueNotifications } from './claim.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { computeNextState } from './next-state.ts';
import { AttemptRecorder } from './recorder.ts';
import { ScanBookmarks } from './scan-bookmarks.ts';
import { renewLeases } from './store.ts';
import { UnansweredClaims } from './unanswered-claims.ts';
import { WEBHOOK_TIMEOUT_MS } from './webhook.ts';

export interface SenderParts extends SendingParts {
  db: Database;
  keyring: Keyring;
  /** How long a claim holds without being renewed: what a killed worker had begun is late by so much. */
  leaseMs?: number;
}

const DEFAULT_LEASE_MS = 60_000;
/** Between two claims: batches instead of single rows while there is much to do, and a short wait for what comes while there is not. */
const BUSY_MS = 15;
const IDLE_MS = 100;
/** Ended and not written yet; beyond it nothing new is begun. */
const MAX_UNWRITTEN_ATTEMPTS = 500;
/** The cap is what a database that answers again waits for us at most. */
const BACKOFF = { firstMs: 200, capMs: 1_000 };
const SCAN_START: ScanPosition = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/** Claims what is due, sends it and writes down how it went; as many attempts at once as there is room for. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #leaseMs: number;
  readonly #loader: BatchLoader;
  readonly #recorder: AttemptRecorder;
  readonly #limiter = new ConcurrencyLimiter();
  /** Claimed and not written yet. */
  readonly #inFlight = new Map<string, ClaimedNotification>();
  readonly #unanswered: UnansweredClaims;
  readonly #parker: BacklogParker;
  readonly #bookmarks: ScanBookmarks;
  #cursor = SCAN_START;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  readonly #steps: ClockSteps;

  constructor(parts: SenderParts) {
    const { leaseMs = DEFAULT_LEASE_MS, deadlineMs = WEBHOOK_TIMEOUT_MS } = parts;
    if (leaseMs < deadlineMs * 1.5) throw new Error('a lease must outlast the longest attempt by half');
    this.#parts = parts;
    this.#leaseMs = leaseMs;
    this.#steps = new ClockSteps(parts.clock);
    this.#bookmarks = new ScanBookmarks(parts.clock);
    this.#loader = new BatchLoader(parts.db, parts.keyring);
    this.#unanswered = new UnansweredClaims(parts);
    this.#parker = new BacklogParker(parts);
    this.#recorder = new AttemptRecorder({
      ...parts,
      onDone: ({ id }) => this.#inFlight.delete(id),
      onSuspended: (ids) => this.#parker.park(ids),
    });
  }

  /** Claimed and not yet written down. */
  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  /** Until told to end; then what was begun is finished. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#renew();
        const begun = await this.claimBatch();
        failures = 0;
        await sleep(begun > 0 || this.#limiter.total > 0 ? BUSY_MS : IDLE_MS, signal);
      } catch (error) {
        this.#parts.onFault(error);
        await sleep(backoffMs(failures, BACKOFF), signal);
        failures += 1;
      }
    }
    await this.#unanswered.release().catch((error) => this.#parts.onFault(error));
    await this.drain();
  }

  /** Claims once and begins what it got; answers how many. */
  async claimBatch(): Promise<number> {
    if (this.#recorder.backlog > MAX_UNWRITTEN_ATTEMPTS) return 0;
    const claims = await this.#claim();
    this.#cursor = claims.cursor;
    this.#bookmarks.add(claims.bookmarks);
    for (const claimed of claims.claimed) {
      this.#inFlight.set(claimed.id, claimed);
      this.#limiter.acquire(claimed);
    }
    if (claims.claimed.length > 0) void this.#sendBatch(claims.claimed);
    this.#parker.park(claims.suspended);
    return claims.claimed.length;
  }

  async #claim(): Promise<ClaimResult> {
    const now = this.#parts.clock.now();
    const claim = newId(now);
    await this.#unanswered.release();
    try {
      return await claimDueNotifications(this.#parts.db, {
        claim,
        now,
        leaseUntil: new Date(now.getTime() + this.#leaseMs),
        cursor: this.#cursor,
        slots: this.#limiter.freeSlots(),
        bookmarks: this.#bookmarks.sorted(),
      });
    } catch (error) {
      this.#unanswered.add(claim);
      throw error;
    }
  }

  /** Resolves when nothing is under way and all is written. */
  async drain(): Promise<void> {
    while (this.#inFlight.size > 0) await pause(2);
    await this.#parker.drain();
  }

  async #sendBatch(batch: readonly ClaimedNotification[]): Promise<void> {
    try {
      const material = await this.#loader.loadBatch(batch);
      for (const claimed of batch) {
        void attemptDelivery(this.#parts, claimed, material).then((attempt) => {
          this.#limiter.release(claimed, attempt.outcome === 'DELIVERED');
          this.#recorder.add({
            claimed,
            attempt,
            next: computeNextState(claimed, attempt, this.#parts.clock.now()),
          });
        });
      }
    } catch (error) {
      // Nothing was sent: they go back as if never claimed.
      this.#parts.onFault(error);
      for (const claimed of batch) this.#limiter.release(claimed, true);
      this.#recorder.releaseUnused(batch);
    }
  }

  async #renew(): Promise<void> {
    const { clock, db } = this.#parts;
    const nowMs = clock.monotonicMs();
    // The end of a lease is a moment of the wall clock: after that was set forwards, what is under way would be claimed a second time.
    const isStepped = this.#steps.sinceLastMs() !== 0;
    const isTime = isStepped || nowMs - this.#renewedAtMs >= this.#leaseMs / 4;
    if (this.#inFlight.size === 0 || !isTime) return;
    this.#renewedAtMs = nowMs;
    await renewLeases(db, [...this.#inFlight.values()], new Date(clock.now().getTime() + this.#leaseMs));
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
