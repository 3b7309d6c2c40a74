import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { generateApiKey, keyDigest, keyHint } from './key.ts';
import type { KeyScope } from './key-scopes.ts';
import {
  type Account,
  type AccountRow,
  accountById,
  accountByName,
  accountsAfter,
  insertAccount,
  insertKey,
  type KeyRow,
  keysOfAccount,
  liveKeyByDigest,
  markRevoked,
} from './store.ts';

export type { Account, KeyRow } from './store.ts';

export const findAccount = (db: Db, name: string): Promise<Account | undefined> => accountByName(db, name);

export const accountExists = async (db: Db, accountId: string): Promise<boolean> =>
  (await accountById(db, accountId)) !== undefined;

/** Returns undefined when the name exists already. */
export async function createAccount(db: Db, clock: Clock, name: string): Promise<Account | undefined> {
  const now = clock.now();
  const account = { accountId: newId(now), name };
  return (await insertAccount(db, account, now)) ? account : undefined;
}

const LIST_BATCH_ROWS = 500;

export async function* listAccounts(db: Db): AsyncGenerator<AccountRow> {
  let last: AccountRow | undefined;
  for (;;) {
    const some = await accountsAfter(db, last, LIST_BATCH_ROWS);
    yield* some;
    last = some.at(-1);
    if (some.length < LIST_BATCH_ROWS) return;
  }
}

export interface NewKey {
  accountId: string;
  name: string;
  operator?: boolean;
  /** FULL when absent. An operator's key has READ or FULL. */
  scope?: KeyScope;
  expiresAt?: Date;
  /** Who creates it; absent for a command. */
  personId?: string;
}

/** The only call that returns a key: only its digest is stored. */
export async function createApiKey(
  db: Db,
  clock: Clock,
  owner: NewKey,
): Promise<{ key: string; row: KeyRow }> {
  const key = generateApiKey();
  const createdAt = clock.now();
  const row = {
    apiKeyId: newId(createdAt),
    accountId: owner.accountId,
    name: owner.name,
    hint: keyHint(key),
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
    operator: owner.operator ?? false,
    scope: owner.scope ?? ('FULL' as const),
    expiresAt: owner.expiresAt ?? null,
    personId: owner.personId ?? null,
    ofConsole: false,
  };
  await insertKey(db, { ...row, digest: keyDigest(key) });
  return { key, row };
}

const DIGEST_BYTES = 32;

/** A key id to count usage of the console, which sends no key: no key has its digest. */
export async function createUsageKey(
  db: Db,
  clock: Clock,
  owner: { accountId: string; personId: string; name: string },
): Promise<string> {
  const createdAt = clock.now();
  const apiKeyId = newId(createdAt);
  const unused = { lastUsedAt: null, revokedAt: null, operator: false, expiresAt: null };
  await insertKey(db, {
    ...owner,
    ...unused,
    scope: 'READ',
    ofConsole: true,
    apiKeyId,
    hint: '',
    createdAt,
    digest: randomBytes(DIGEST_BYTES),
  });
  return apiKeyId;
}

export const isLiveKey = async (db: Db, key: string): Promise<boolean> =>
  (await liveKeyByDigest(db, keyDigest(key))) !== undefined;

export const listApiKeys = (db: Db, accountId: string): Promise<KeyRow[]> => keysOfAccount(db, accountId);

/** Revokes by id; false when the account has no such key. */
export async function revokeApiKeyById(
  db: Db,
  clock: Clock,
  accountId: string,
  id: string,
): Promise<boolean> {
  const own = (await keysOfAccount(db, accountId)).some(({ apiKeyId }) => apiKeyId === id);
  return own && (await markRevoked(db, id, clock.now())) !== undefined;
}

export type RevokeResult =
  | { outcome: 'revoked'; key: KeyRow }
  | { outcome: 'unknown' }
  | { outcome: 'ambiguous' };

/** Revokes by key id, or by name when only one live key has it. */
export async function revokeApiKey(
  db: Database,
  clock: Clock,
  account: Account,
  named: string,
): Promise<RevokeResult> {
  const keys = await keysOfAccount(db, account.accountId);
  const chosen = keys.filter(
    (key) => key.apiKeyId === named || (key.name === named && key.revokedAt === null),
  );
  const [only, ...others] = chosen;
  if (only === undefined) return { outcome: 'unknown' };
  if (others.length > 0) return { outcome: 'ambiguous' };
  const key = await markRevoked(db, only.apiKeyId, clock.now());
  return key === undefined ? { outcome: 'unknown' } : { outcome: 'revoked', key };
}
