import { type Db, firstRow, sql } from '../../db/sql.ts';

export interface SigningKeyRow {
  accountId: string;
  encryptedKey: Buffer;
  hint: string;
}

/** Returns false when the account has a key already. */
export async function insertSigningKey(db: Db, key: SigningKeyRow, now: Date): Promise<boolean> {
  const inserted = await db.rows(sql`
    insert into signing_key (account_id, encrypted_key, hint, created_at)
    values (${key.accountId}, ${key.encryptedKey}, ${key.hint}, ${now})
    on conflict (account_id) do nothing
    returning 1`);
  return inserted.length > 0;
}

export async function upsertSigningKey(db: Db, key: SigningKeyRow, now: Date): Promise<void> {
  await db.rows(sql`
    insert into signing_key (account_id, encrypted_key, hint, created_at)
    values (${key.accountId}, ${key.encryptedKey}, ${key.hint}, ${now})
    on conflict (account_id) do update set encrypted_key = excluded.encrypted_key, hint = excluded.hint, created_at = excluded.created_at`);
}

export const findSigningKey = (db: Db, accountId: string): Promise<SigningKeyRow | undefined> =>
  firstRow(
    db,
    sql`select account_id as "accountId", encrypted_key as "encryptedKey", hint from signing_key where account_id = ${accountId}`,
  );

/** Keys encrypted by another version, a few at a time and locked, so that a rotation waits. */
export const selectKeysOfOtherVersions = (db: Db, version: number, most: number): Promise<SigningKeyRow[]> =>
  db.rows(sql`
    select account_id as "accountId", encrypted_key as "encryptedKey", hint from signing_key
    where get_byte(encrypted_key, 0) <> ${version}
    order by account_id limit ${most} for update`);

export async function updateEncryptedKey(db: Db, accountId: string, encryptedKey: Buffer): Promise<void> {
  await db.rows(sql`update signing_key set encrypted_key = ${encryptedKey} where account_id = ${accountId}`);
}

/** The oldest and the newest few of each version of the master key. */
export const sampleSigningKeys = (
  db: Db,
  each: number,
): Promise<{ accountId: string; encryptedKey: Buffer; isOld: boolean; isNew: boolean }[]> =>
  db.rows(sql`
    select account_id as "accountId", encrypted_key as "encryptedKey", oldest <= ${each} as "isOld", newest <= ${each} as "isNew"
    from (
      select account_id, encrypted_key,
             row_number() over (partition by get_byte(encrypted_key, 0) order by created_at, account_id) as oldest,
             row_number() over (partition by get_byte(encrypted_key, 0) order by created_at desc, account_id) as newest
      from signing_key
    ) as numbered
    where oldest <= ${each} or newest <= ${each}`);
