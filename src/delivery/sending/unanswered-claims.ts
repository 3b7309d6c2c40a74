import type { Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { releaseUnansweredClaims } from './store.ts';

const RETRY_INTERVAL_MS = 500;
/** A statement ends within 4 s even if its caller is gone; well after that nothing can be claimed under its id. */
const CLAIM_EXPIRY_MS = 10_000;

/**
 * Claims whose statement failed. When the connection broke the claim may be committed, and its rows would wait for the
 * end of the lease: they are released as soon as the database answers.
 */
export class UnansweredClaims {
  readonly #parts: { db: Db; clock: Clock };
  #releasedAtMs = Number.NEGATIVE_INFINITY;
  #claims: { claim: string; atMs: number }[] = [];

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#parts = { db, clock };
  }

  add(claim: string): void {
    this.#claims.push({ claim, atMs: this.#parts.clock.monotonicMs() });
  }

  /** Repeated for a while: the server may finish a statement after its caller is gone. */
  async release(): Promise<void> {
    if (this.#claims.length === 0) return;
    const { db, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    const claims = this.#claims;
    const isNew = claims.some(({ atMs }) => atMs >= this.#releasedAtMs);
    if (!isNew && nowMs - this.#releasedAtMs < RETRY_INTERVAL_MS) return;
    await releaseUnansweredClaims(
      db,
      claims.map(({ claim }) => claim),
      clock.now(),
    );
    this.#releasedAtMs = nowMs;
    this.#claims = claims.filter(({ atMs }) => nowMs - atMs < CLAIM_EXPIRY_MS);
  }
}
