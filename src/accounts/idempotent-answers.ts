import { nestTransactions } from '../db/nested-transaction.ts';
import { type Database, type Db, firstRow, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';

/** How long a key stands for its request. */
export const IDEMPOTENCY_MS = DAY_MS;

export interface IdempotentRequest {
  accountId: string;
  key: string;
  /** Of all that makes the request. */
  digest: Buffer;
  now: Date;
}

/** `reused`: the key was sent with another request. */
export type IdempotentResult<Answer> = { answer: Answer } | { repeated: Buffer } | { refused: 'reused' };

/**
 * Creates something and stores the answer in one transaction. A call with the same key waits for the first one, and
 * then gets its answer. A creation that fails leaves the key free.
 */
export function answerOnce<Answer>(
  db: Database,
  request: IdempotentRequest,
  create: (db: Database) => Promise<{ answer: Answer; stored: Buffer }>,
): Promise<IdempotentResult<Answer>> {
  return db.transaction(async (tx) => {
    if (!(await claimKey(tx, request))) {
      const first = await findAnswer(tx, request);
      return first?.digest.equals(request.digest) ? { repeated: first.answer } : { refused: 'reused' };
    }
    const { answer, stored } = await create(nestTransactions(tx));
    await tx.rows(sql`
      update idempotent_answer set answer = ${stored}
      where account_id = ${request.accountId} and key = ${request.key}`);
    return { answer };
  });
}

/** Waits for a transaction that holds the key. An answer that is too old counts as none. */
async function claimKey(tx: Db, { accountId, key, digest, now }: IdempotentRequest): Promise<boolean> {
  const before = new Date(now.getTime() - IDEMPOTENCY_MS);
  const claimed = await tx.rows(sql`
    insert into idempotent_answer (account_id, key, request_digest, answer, created_at)
    values (${accountId}, ${key}, ${digest}, '', ${now})
    on conflict (account_id, key) do update
    set request_digest = excluded.request_digest, answer = '', created_at = excluded.created_at
    where idempotent_answer.created_at <= ${before}
    returning 1`);
  return claimed.length > 0;
}

const findAnswer = (tx: Db, { accountId, key }: IdempotentRequest) =>
  firstRow<{ digest: Buffer; answer: Buffer }>(
    tx,
    sql`
    select request_digest as digest, answer from idempotent_answer
    where account_id = ${accountId} and key = ${key}`,
  );

export async function purgeIdempotentAnswers(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IDEMPOTENCY_MS);
  await db.rows(sql`delete from idempotent_answer where created_at <= ${before}`);
}
