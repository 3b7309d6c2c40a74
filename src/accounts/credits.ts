import { type Db, firstRow, sql } from '../db/sql.ts';

/** Takes credits for an answer, all of them or none; answers false when the account has fewer left. */
export async function chargeCredits(db: Db, accountId: string, credits: number): Promise<boolean> {
  const charged = await db.rows(sql`
    update account_credit set credits = credits - ${credits}
    where account_id = ${accountId} and credits >= ${credits}
    returning 1`);
  return charged.length > 0;
}

/** Gives an account credits, and makes it one that is billed in them; answers what it has now. */
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

/** From now on the account is not billed in credits. */
export async function disableCredits(db: Db, accountId: string): Promise<void> {
  await db.rows(sql`delete from account_credit where account_id = ${accountId}`);
}
