import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { ClockSteps } from '../../lib/clock-steps.ts';
import { newId } from '../../lib/ids.ts';
import type { Keyring } from '../keys/keyring.ts';
import { afterAttempt } from './after-attempt.ts';
import { attemptOne, type SendingParts } from './attempt.ts';
import type { Claimed } from './claimed.ts';
import { Composer } from './compose.ts';
import { Holding } from './holding.ts';
import { PassedPlaces } from './passed-places.ts';
import { Recorder } from './recorder.ts';
import { Occupancy } from './rooms.ts';
import { type Claims, type Cursor, claimDue, renewLeases } from './store.ts';
import { UnansweredClaims } from './unanswered-claims.ts';
import { REPLY_WITHIN_MS } from './webhook.ts';

export interface SenderParts extends SendingParts {
  db: Database;
  keyring: Keyring;
  /** How long a claim holds without being renewed: what a killed worker had begun is late by so much. */
  leaseMs?: number;
}

const LEASE_MS = 60_000;
/** Between two claims: batches instead of single rows while there is much to do, and a short wait for what comes while there is not. */
const BUSY_MS = 15;
const IDLE_MS = 100;
/** Ended and not written yet; beyond it nothing new is begun. */
const MAX_UNWRITTEN_ATTEMPTS = 500;
/** The cap is what a database that answers again waits for us at most. */
const BACKOFF = { firstMs: 200, capMs: 1_000 };
const NOWHERE: Cursor = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/** Claims what is due, sends it and writes down how it went; as many attempts at once as there is room for. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #leaseMs: number;
  readonly #composer: Composer;
  readonly #recorder: Recorder;
  readonly #occupancy = new Occupancy();
  /** Claimed and not written yet. */
  readonly #held = new Map<string, Claimed>();
  readonly #unanswered: UnansweredClaims;
  readonly #holding: Holding;
  readonly #passed: PassedPlaces;
  #cursor = NOWHERE;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  readonly #steps: ClockSteps;

  constructor(parts: SenderParts) {
    const { leaseMs = LEASE_MS, deadlineMs = REPLY_WITHIN_MS } = parts;
    if (leaseMs < deadlineMs * 1.5) throw new Error('a lease must outlast the longest attempt by half');
    this.#parts = parts;
    this.#leaseMs = leaseMs;
    this.#steps = new ClockSteps(parts.clock);
    this.#passed = new PassedPlaces(parts.clock);
    this.#composer = new Composer(parts.db, parts.keyring);
    this.#unanswered = new UnansweredClaims(parts);
    this.#holding = new Holding(parts);
    this.#recorder = new Recorder({
      ...parts,
      onDone: ({ id }) => this.#held.delete(id),
      onSuspended: (ids) => this.#holding.of(ids),
    });
  }

  /** Claimed and not yet written down. */
  get underWay(): number {
    return this.#held.size;
  }

  /** Until told to end; then what was begun is finished. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#renew();
        const begun = await this.claimSome();
        failures = 0;
        await rest(begun > 0 || this.#occupancy.total > 0 ? BUSY_MS : IDLE_MS, signal);
      } catch (error) {
        this.#parts.onFault(error);
        await rest(backoffMs(failures, BACKOFF), signal);
        failures += 1;
      }
    }
    await this.#unanswered.handBack().catch((error) => this.#parts.onFault(error));
    await this.settle();
  }

  /** Claims once and begins what it got; answers how many. */
  async claimSome(): Promise<number> {
    if (this.#recorder.backlog > MAX_UNWRITTEN_ATTEMPTS) return 0;
    const claims = await this.#claim();
    this.#cursor = claims.cursor;
    this.#passed.add(claims.looked);
    for (const claimed of claims.claimed) {
      this.#held.set(claimed.id, claimed);
      this.#occupancy.enter(claimed);
    }
    if (claims.claimed.length > 0) void this.#begin(claims.claimed);
    this.#holding.of(claims.stuck);
    return claims.claimed.length;
  }

  async #claim(): Promise<Claims> {
    const now = this.#parts.clock.now();
    const claim = newId(now);
    await this.#unanswered.handBack();
    try {
      return await claimDue(this.#parts.db, {
        claim,
        now,
        leaseUntil: new Date(now.getTime() + this.#leaseMs),
        cursor: this.#cursor,
        rooms: this.#occupancy.rooms(),
        passed: this.#passed.inOrder(),
      });
    } catch (error) {
      this.#unanswered.add(claim);
      throw error;
    }
  }

  /** Resolves when nothing is under way and all is written. */
  async settle(): Promise<void> {
    while (this.#held.size > 0) await pause(2);
    await this.#holding.settle();
  }

  async #begin(batch: readonly Claimed[]): Promise<void> {
    try {
      const material = await this.#composer.materialFor(batch);
      for (const claimed of batch) {
        void attemptOne(this.#parts, claimed, material).then((attempt) => {
          this.#occupancy.leave(claimed, attempt.outcome === 'DELIVERED');
          this.#recorder.add({
            claimed,
            attempt,
            next: afterAttempt(claimed, attempt, this.#parts.clock.now()),
          });
        });
      }
    } catch (error) {
      // Nothing was sent: they go back as if never claimed.
      this.#parts.onFault(error);
      for (const claimed of batch) this.#occupancy.leave(claimed, true);
      this.#recorder.giveBack(batch);
    }
  }

  async #renew(): Promise<void> {
    const { clock, db } = this.#parts;
    const nowMs = clock.monotonicMs();
    // The end of a lease is a moment of the wall clock: after that was set forwards, what is under way would be claimed a second time.
    const isStepped = this.#steps.sinceLastMs() !== 0;
    const isTime = isStepped || nowMs - this.#renewedAtMs >= this.#leaseMs / 4;
    if (this.#held.size === 0 || !isTime) return;
    this.#renewedAtMs = nowMs;
    await renewLeases(db, [...this.#held.values()], new Date(clock.now().getTime() + this.#leaseMs));
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
