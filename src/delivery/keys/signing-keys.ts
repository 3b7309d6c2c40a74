import { hash, randomBytes } from 'node:crypto';
import type { Database, Db } from '../../db/sql.ts';
import type { Keyring } from './keyring.ts';
import {
  findSigningKey,
  insertSigningKey,
  selectKeysOfOtherVersions,
  updateEncryptedKey,
  upsertSigningKey,
} from './store.ts';

export interface SigningKeySecret {
  key: string;
  hint: string;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const HINT_CHARS = 8;
const ANY_KEY = /whsec_[\w-]{4,}/g;
const REENCRYPT_BATCH_ROWS = 200;

export function generateSigningKey(): SigningKeySecret {
  const key = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { key, hint: signingKeyHintOf(key) };
}

export const signingKeyHintOf = (key: string): string => hash('sha256', key, 'hex').slice(0, HINT_CHARS);

/** Masks every signing key in a text that is logged. */
export const redactSigningKeys = (text: string): string =>
  text.includes(PREFIX) ? text.replaceAll(ANY_KEY, `${PREFIX}***`) : text;

/** Creates the key of an account that has none. Only this and a rotation ever return a key. */
export async function ensureSigningKey(
  db: Db,
  keyring: Keyring,
  accountId: string,
  now: Date,
): Promise<string | undefined> {
  const { key, hint } = generateSigningKey();
  const made = await insertSigningKey(
    db,
    { accountId, hint, encryptedKey: keyring.encrypt(accountId, key) },
    now,
  );
  return made ? key : undefined;
}

/** The new key, shown once. After the commit nothing is signed with the old one: keys are read for each batch. */
export async function rotateSigningKey(
  db: Db,
  keyring: Keyring,
  accountId: string,
  now: Date,
): Promise<SigningKeySecret> {
  const minted = generateSigningKey();
  await upsertSigningKey(
    db,
    { accountId, hint: minted.hint, encryptedKey: keyring.encrypt(accountId, minted.key) },
    now,
  );
  return minted;
}

/** Undefined while the account has no key. */
export const findSigningKeyHint = async (db: Db, accountId: string): Promise<string | undefined> =>
  (await findSigningKey(db, accountId))?.hint;

/** After a change of the master key: encrypts every signing key with the current one; returns how many. */
export async function reencryptSigningKeys(db: Database, keyring: Keyring): Promise<number> {
  for (let reencrypted = 0; ; ) {
    const some = await db.transaction(async (tx) => {
      const keys = await selectKeysOfOtherVersions(tx, keyring.version, REENCRYPT_BATCH_ROWS);
      for (const { accountId, encryptedKey } of keys) {
        await updateEncryptedKey(
          tx,
          accountId,
          keyring.encrypt(accountId, keyring.decrypt(accountId, encryptedKey)),
        );
      }
      return keys.length;
    });
    if (some === 0) return reencrypted;
    reencrypted += some;
  }
}
