import type { Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { handBackUnanswered } from './store.ts';

const ASKED_AGAIN_MS = 500;
/** A statement ends within 4 s, whoever still waits for it; well after that nothing can be taken under its claim any more. */
const TAKES_NO_MORE_MS = 10_000;

/**
 * Claims that were asked for and failed. When the connection broke the claim may have been made, and what it took would wait for the
 * end of its lease: it is handed back as soon as the database answers again.
 */
export class UnansweredClaims {
  readonly #parts: { db: Db; clock: Clock };
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asked: { claim: string; atMs: number }[] = [];

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#parts = { db, clock };
  }

  add(claim: string): void {
    this.#asked.push({ claim, atMs: this.#parts.clock.monotonicMs() });
  }

  /** Asked again for a while: the server may end a statement after its caller is gone. */
  async handBack(): Promise<void> {
    if (this.#asked.length === 0) return;
    const { db, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    const asked = this.#asked;
    const isNew = asked.some(({ atMs }) => atMs >= this.#askedAtMs);
    if (!isNew && nowMs - this.#askedAtMs < ASKED_AGAIN_MS) return;
    await handBackUnanswered(
      db,
      asked.map(({ claim }) => claim),
      clock.now(),
    );
    this.#askedAtMs = nowMs;
    this.#asked = asked.filter(({ atMs }) => nowMs - atMs < TAKES_NO_MORE_MS);
  }
}
