import { type Db, firstRow, sql } from '../../db/sql.ts';

export interface SigningKeyRow {
  accountId: string;
  sealed: Buffer;
  hint: string;
}

/** Answers false when the account has a key already. */
export async function insertSigningKey(db: Db, key: SigningKeyRow, now: Date): Promise<boolean> {
  const inserted = await db.rows(sql`
    insert into signing_key (account_id, sealed, hint, created_at)
    values (${key.accountId}, ${key.sealed}, ${key.hint}, ${now})
    on conflict (account_id) do nothing
    returning 1`);
  return inserted.length > 0;
}

export async function upsertSigningKey(db: Db, key: SigningKeyRow, now: Date): Promise<void> {
  await db.rows(sql`
    insert into signing_key (account_id, sealed, hint, created_at)
    values (${key.accountId}, ${key.sealed}, ${key.hint}, ${now})
    on conflict (account_id) do update set sealed = excluded.sealed, hint = excluded.hint, created_at = excluded.created_at`);
}

export const findSigningKey = (db: Db, accountId: string): Promise<SigningKeyRow | undefined> =>
  firstRow(
    db,
    sql`select account_id as "accountId", sealed, hint from signing_key where account_id = ${accountId}`,
  );

/** Keys that another version sealed, a few at a time and locked, so that a rotation waits for the new seal. */
export const selectKeysOfOtherVersions = (db: Db, version: number, most: number): Promise<SigningKeyRow[]> =>
  db.rows(sql`
    select account_id as "accountId", sealed, hint from signing_key
    where get_byte(sealed, 0) <> ${version}
    order by account_id limit ${most} for update`);

export async function updateEncryptedKey(db: Db, accountId: string, sealed: Buffer): Promise<void> {
  await db.rows(sql`update signing_key set sealed = ${sealed} where account_id = ${accountId}`);
}

/** The oldest and the newest few of each version of the master key. */
export const sampleSigningKeys = (
  db: Db,
  each: number,
): Promise<{ accountId: string; sealed: Buffer; isOld: boolean; isNew: boolean }[]> =>
  db.rows(sql`
    select account_id as "accountId", sealed, oldest <= ${each} as "isOld", newest <= ${each} as "isNew"
    from (
      select account_id, sealed,
             row_number() over (partition by get_byte(sealed, 0) order by created_at, account_id) as oldest,
             row_number() over (partition by get_byte(sealed, 0) order by created_at desc, account_id) as newest
      from signing_key
    ) as numbered
    where oldest <= ${each} or newest <= ${each}`);
