import type { Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { releaseUnansweredClaims } from './store.ts';

const RETRY_INTERVAL_MS = 500;
/** A statement ends within 4 s, whoever still waits for it; well after that nothing can be taken under its claim any more. */
const CLAIM_EXPIRY_MS = 10_000;

/**
 * Claims that were asked for and failed. When the connection broke the claim may have been made, and what it took would wait for the
 * end of its lease: it is handed back as soon as the database answers again.
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

  /** Asked again for a while: the server may end a statement after its caller is gone. */
  async release(): Promise<void> {
    if (this.#claims.length === 0) return;
    const { db, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    const asked = this.#claims;
    const isNew = asked.some(({ atMs }) => atMs >= this.#releasedAtMs);
    if (!isNew && nowMs - this.#releasedAtMs < RETRY_INTERVAL_MS) return;
    await releaseUnansweredClaims(
      db,
      asked.map(({ claim }) => claim),
      clock.now(),
    );
    this.#releasedAtMs = nowMs;
    this.#claims = asked.filter(({ atMs }) => nowMs - atMs < CLAIM_EXPIRY_MS);
  }
}
