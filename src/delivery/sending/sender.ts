import { setTimeout as pause } from 'node:timers/promises';
import { isDistributed } from '../../db/distribution.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { ClockSteps } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Keyring } from '../keys/keyring.ts';
import { attemptDelivery, type SendingParts } from './attempt.ts';
import { BacklogParker, ScanBookmarks } from './backlog-parker.ts';
import { BatchLoader } from './batch-loader.ts';
import { type ClaimResult, claimDueNotifications, UnansweredClaims } from './claim.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import { ConcurrencyLimiter, type ScanPosition } from './concurrency-limiter.ts';
import { computeNextState } from './next-state.ts';
import { AttemptRecorder } from './recorder.ts';
import { StallMeter } from './stall-meter.ts';
import { renewLeases } from './store.ts';
import { WEBHOOK_TIMEOUT_MS } from './webhook.ts';

export interface SenderParts extends SendingParts {
  keyring: Keyring;
  /** How long a claim lasts without renewal: what a killed worker had claimed is late by so much. */
  leaseMs?: number;
}

const DEFAULT_LEASE_MS = 60_000;
/** Between two claims: batches while there is much to send, a short wait while there is not. */
const BUSY_MS = 15;
const IDLE_MS = 100;
/** Finished and not written yet; above it no attempt starts. */
const MAX_UNWRITTEN_ATTEMPTS = 500;
/** The cap bounds how late claims resume after an outage of the database. */
const BACKOFF = { firstMs: 200, capMs: 1_000 };
const SCAN_START: ScanPosition = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/**
 * Claims due notifications, sends them and records the results, with as many concurrent attempts as there are slots.
 */
export class Sender {
  readonly #parts: SenderParts & { stalls: StallMeter };
  readonly #leaseMs: number;
  readonly #loader: BatchLoader;
  readonly #recorder: AttemptRecorder;
  readonly #limiter = new ConcurrencyLimiter();
  /** Claimed and not recorded yet. */
  readonly #inFlight = new Map<string, ClaimedNotification>();
  readonly #unanswered: UnansweredClaims;
  readonly #parker: BacklogParker;
  readonly #bookmarks: ScanBookmarks;
  #cursor = SCAN_START;
  #byAccount: boolean | undefined;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  /** The wall time at which the first lease of a claim in flight ends. */
  #leaseEndMs = Number.POSITIVE_INFINITY;
  readonly #steps: ClockSteps;

  constructor(parts: SenderParts) {
    const { leaseMs = DEFAULT_LEASE_MS, deadlineMs = WEBHOOK_TIMEOUT_MS } = parts;
    if (leaseMs < deadlineMs * 1.5) throw new Error('a lease must outlast the longest attempt by half');
    this.#parts = { ...parts, stalls: parts.stalls ?? new StallMeter(parts.clock) };
    this.#leaseMs = leaseMs;
    this.#steps = new ClockSteps(parts.clock);
    this.#bookmarks = new ScanBookmarks(parts.clock);
    this.#loader = new BatchLoader(parts.db, parts.keyring);
    this.#unanswered = new UnansweredClaims(parts);
    this.#parker = new BacklogParker(parts);
    this.#recorder = new AttemptRecorder({
      ...parts,
      onDone: ({ id }) => this.#inFlight.delete(id),
      onSuspended: (destinations) => this.#parker.park(destinations),
    });
  }

  /** Claimed and not recorded yet. */
  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  /** Runs until the signal aborts; then running attempts are finished. */
  async run(signal: AbortSignal): Promise<void> {
    this.#parts.stalls.start();
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#renew();
        const started = await this.claimBatch();
        failures = 0;
        await sleep(started > 0 || this.#limiter.total > 0 ? BUSY_MS : IDLE_MS, signal);
      } catch (error) {
        this.#parts.onFault(error);
        await sleep(backoffMs(failures, BACKOFF), signal);
        failures += 1;
      }
    }
    await this.#unanswered.release().catch((error) => this.#parts.onFault(error));
    await this.drain();
    this.#parts.stalls.stop();
  }

  /** Claims once and starts the attempts; returns how many. */
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
    await this.#unanswered.release();
    const now = await this.#timeWithinLeases();
    const claim = newId(now);
    const leaseUntil = new Date(now.getTime() + this.#leaseMs);
    if (this.#inFlight.size === 0) this.#leaseEndMs = leaseUntil.getTime();
    try {
      return await claimDueNotifications(this.#parts.db, {
        claim,
        now,
        leaseUntil,
        cursor: this.#cursor,
        slots: this.#limiter.freeSlots(),
        bookmarks: this.#bookmarks.sorted(),
        byAccount: await this.#isByAccount(),
      });
    } catch (error) {
      this.#unanswered.add(claim);
      this.#byAccount = undefined;
      throw error;
    }
  }

  /** Asked once, and again after a failure: the tables may have been distributed meanwhile. */
  async #isByAccount(): Promise<boolean> {
    this.#byAccount ??= await isDistributed(this.#parts.db, 'event_notification');
    return this.#byAccount;
  }

  /** Resolves when no attempt runs and all are recorded. */
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
      // Nothing was sent: the claims are undone.
      this.#parts.onFault(error);
      for (const claimed of batch) this.#limiter.release(claimed, true);
      this.#recorder.releaseUnused(batch);
    }
  }

  async #renew(): Promise<void> {
    const nowMs = this.#parts.clock.monotonicMs();
    // The end of a lease is a time of the wall clock: when that is set forwards, running attempts would be claimed
    // again.
    const isStepped = this.#steps.sinceLastMs() !== 0;
    const isTime = isStepped || nowMs - this.#renewedAtMs >= this.#leaseMs / 4;
    if (this.#inFlight.size === 0 || !isTime) return;
    this.#renewedAtMs = nowMs;
    await this.#renewAll();
  }

  async #renewAll(): Promise<void> {
    const { clock, db } = this.#parts;
    const leaseUntil = new Date(clock.now().getTime() + this.#leaseMs);
    await renewLeases(db, [...this.#inFlight.values()], leaseUntil);
    this.#leaseEndMs = leaseUntil.getTime();
  }

  /** The time of a claim. When the wall clock was set forwards after the last renewal, a claim would take our own again. */
  async #timeWithinLeases(): Promise<Date> {
    for (;;) {
      const now = this.#parts.clock.now();
      if (this.#inFlight.size === 0 || now.getTime() < this.#leaseEndMs) return now;
      await this.#renewAll();
    }
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
