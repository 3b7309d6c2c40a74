import { nestTransactions } from '../db/nested-transaction.ts';
import type { Database, Db } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import {
  claimIdempotencyKey,
  deleteIdempotentAnswers,
  type IdempotencyClaim,
  selectIdempotentAnswer,
  updateIdempotentAnswer,
} from './idempotent-answer-store.ts';

/** How long a key stands for its request. */
const IDEMPOTENCY_MS = DAY_MS;

/** `reused`: the key was sent with another request. */
export type IdempotentResult<Answer> = { answer: Answer } | { repeated: Buffer } | { refused: 'reused' };

const endOfLife = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_MS);

/**
 * Creates something and stores the answer in one transaction. A call with the same key waits for the first one, and
 * then gets its answer. A creation that fails leaves the key free.
 */
export function answerOnce<Answer>(
  db: Database,
  claim: IdempotencyClaim,
  create: (db: Database) => Promise<{ answer: Answer; stored: Buffer }>,
): Promise<IdempotentResult<Answer>> {
  return db.transaction(async (tx) => {
    if (!(await claimIdempotencyKey(tx, claim, endOfLife(claim.now)))) {
      const first = await selectIdempotentAnswer(tx, claim);
      return first?.digest.equals(claim.digest) ? { repeated: first.answer } : { refused: 'reused' };
    }
    const { answer, stored } = await create(nestTransactions(tx));
    await updateIdempotentAnswer(tx, claim, stored);
    return { answer };
  });
}

export const purgeIdempotentAnswers = (db: Db, now: Date): Promise<void> =>
  deleteIdempotentAnswers(db, endOfLife(now));
