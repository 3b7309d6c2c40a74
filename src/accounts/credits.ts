import { type Db, firstRow, sql } from '../db/sql.ts';

/** Takes credits for a response, all of them or none; returns what is left, undefined when the account has too few. */
export async function chargeCredits(db: Db, accountId: string, credits: number): Promise<number | undefined> {
  const row = await firstRow<{ credits: number }>(
    db,
    sql`
    update account_credit set credits = credits - ${credits}
    where account_id = ${accountId} and credits >= ${credits}
    returning credits`,
  );
  return row?.credits;
}

/** Adds credits to an account, which is billed in them from now on; returns its balance. */
export async function addCredits(db: Db, accountId: string, credits: number): Promise<number> {
  const row = await firstRow<{ credits: number }>(
    db,
    sql`
    insert into account_credit (account_id, credits) values (${accountId}, greatest(0, ${credits}::bigint))
    on conflict (account_id) do update set credits = greatest(0, account_credit.credits + ${credits}::bigint)
    returning credits`,
  );
  return row?.credits ?? 0;
}

/** Undefined when the account is not billed in credits. */
export async function findCredits(db: Db, accountId: string): Promise<number | undefined> {
  const row = await firstRow<{ credits: number }>(
    db,
    sql`select credits from account_credit where account_id = ${accountId}`,
  );
  return row?.credits;
}

/** The account is not billed in credits any more. */
export async function disableCredits(db: Db, accountId: string): Promise<void> {
  await db.rows(sql`delete from account_credit where account_id = ${accountId}`);
}
