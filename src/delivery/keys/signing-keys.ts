import { hash, randomBytes } from 'node:crypto';
import type { Database, Db } from '../../db/sql.ts';
import type { Keyring } from './keyring.ts';
import { insertSigningKey, keysSealedOtherwise, putSeal, putSigningKey, signingKeyOf } from './store.ts';

export interface ShownKey {
  key: string;
  hint: string;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const HINT_LENGTH = 8;
const ANY_KEY = /whsec_[\w-]{4,}/g;
const RESEALED_AT_ONCE = 200;

export function mintSigningKey(): ShownKey {
  const key = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { key, hint: signingKeyHintOf(key) };
}

export const signingKeyHintOf = (key: string): string => hash('sha256', key, 'hex').slice(0, HINT_LENGTH);

/** Blots out every signing key in a text that is about to be logged. */
export const withoutSigningKeys = (text: string): string =>
  text.includes(PREFIX) ? text.replaceAll(ANY_KEY, `${PREFIX}***`) : text;

/** The account's key, made when it has none: the one moment, beside a rotation, at which it is known. */
export async function ensureSigningKey(
  db: Db,
  keyring: Keyring,
  accountId: string,
  now: Date,
): Promise<string | undefined> {
  const { key, hint } = mintSigningKey();
  const made = await insertSigningKey(db, { accountId, hint, sealed: keyring.seal(accountId, key) }, now);
  return made ? key : undefined;
}

/** The new key, shown once. From the commit on nothing is signed with the old one, as keys are read when a request is made. */
export async function rotateSigningKey(
  db: Db,
  keyring: Keyring,
  accountId: string,
  now: Date,
): Promise<ShownKey> {
  const minted = mintSigningKey();
  await putSigningKey(db, { accountId, hint: minted.hint, sealed: keyring.seal(accountId, minted.key) }, now);
  return minted;
}

/** Undefined while the account has no key. */
export const signingKeyHint = async (db: Db, accountId: string): Promise<string | undefined> =>
  (await signingKeyOf(db, accountId))?.hint;

/** After a change of the master key: seals every signing key with the current one; answers how many. */
export async function resealSigningKeys(db: Database, keyring: Keyring): Promise<number> {
  for (let resealed = 0; ; ) {
    const some = await db.transaction(async (tx) => {
      const keys = await keysSealedOtherwise(tx, keyring.version, RESEALED_AT_ONCE);
      for (const { accountId, sealed } of keys) {
        await putSeal(tx, accountId, keyring.seal(accountId, keyring.open(accountId, sealed)));
      }
      return keys.length;
    });
    if (some === 0) return resealed;
    resealed += some;
  }
}
