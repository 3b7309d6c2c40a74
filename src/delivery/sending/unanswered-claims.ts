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
  #askedAt = 0;
  #asked: { claim: string; at: number }[] = [];

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#parts = { db, clock };
  }

  add(claim: string): void {
    this.#asked.push({ claim, at: this.#parts.clock.now().getTime() });
  }

  /** Asked again for a while: the server may end a statement after its caller is gone. */
  async handBack(): Promise<void> {
    if (this.#asked.length === 0) return;
    const { db, clock } = this.#parts;
    const now = clock.now();
    const asked = this.#asked;
    const isNew = asked.some(({ at }) => at >= this.#askedAt);
    if (!isNew && now.getTime() - this.#askedAt < ASKED_AGAIN_MS) return;
    await handBackUnanswered(
      db,
      asked.map(({ claim }) => claim),
      now,
    );
    this.#askedAt = now.getTime();
    this.#asked = asked.filter(({ at }) => now.getTime() - at < TAKES_NO_MORE_MS);
  }
}
