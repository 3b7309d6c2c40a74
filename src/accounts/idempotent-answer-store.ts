import { type Db, firstRow, sql } from '../db/sql.ts';

export interface IdempotencyClaim {
  accountId: string;
  key: string;
  digest: Buffer;
  now: Date;
}

/** Waits for a transaction that holds the key. An answer of `before` or earlier counts as none. */
export async function claimIdempotencyKey(tx: Db, claim: IdempotencyClaim, before: Date): Promise<boolean> {
  const { accountId, key, digest, now } = claim;
  const claimed = await tx.rows(sql`
    insert into idempotent_answer (account_id, key, request_digest, answer, created_at)
    values (${accountId}, ${key}, ${digest}, '', ${now})
    on conflict (account_id, key) do update
    set request_digest = excluded.request_digest, answer = '', created_at = excluded.created_at
    where idempotent_answer.created_at <= ${before}
    returning 1`);
  return claimed.length > 0;
}

export async function updateIdempotentAnswer(
  tx: Db,
  { accountId, key }: IdempotencyClaim,
  answer: Buffer,
): Promise<void> {
  await tx.rows(sql`
    update idempotent_answer set answer = ${answer} where account_id = ${accountId} and key = ${key}`);
}

export const selectIdempotentAnswer = (tx: Db, { accountId, key }: IdempotencyClaim) =>
  firstRow<{ digest: Buffer; answer: Buffer }>(
    tx,
    sql`
    select request_digest as digest, answer from idempotent_answer
    where account_id = ${accountId} and key = ${key}`,
  );

export async function deleteIdempotentAnswers(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from idempotent_answer where created_at <= ${before}`);
}
