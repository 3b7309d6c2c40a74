import { type Db, firstRow, sql } from '../db/sql.ts';
import { takeRows, unlockedRows, type WorkQueue } from '../queue/claims.ts';
import type { KeyScope } from './key-scopes.ts';
import type { Role } from './roles.ts';

export interface Account {
  accountId: string;
  name: string;
}

export interface KeyRow {
  apiKeyId: string;
  accountId: string;
  name: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** May use the routes of operators. */
  operator: boolean;
  scope: KeyScope;
  /** From then on it is refused; null: never. */
  expiresAt: Date | null;
  /** Who created it; null for a command. */
  personId: string | null;
  /** Usage of a person's console is counted for it: nobody has its secret. */
  ofConsole: boolean;
}

export async function insertAccount(db: Db, account: Account, now: Date): Promise<boolean> {
  const inserted = await db.rows(sql`
    insert into account (account_id, name, created_at) values (${account.accountId}, ${account.name}, ${now})
    on conflict (name) do nothing
    returning 1`);
  return inserted.length > 0;
}

export const accountByName = (db: Db, name: string): Promise<Account | undefined> =>
  firstRow(db, sql`select account_id as "accountId", name from account where name = ${name}`);

export const accountById = (db: Db, accountId: string): Promise<Account | undefined> =>
  firstRow(db, sql`select account_id as "accountId", name from account where account_id = ${accountId}`);

export interface AccountRow extends Account {
  createdAt: Date;
}

/** One page of accounts in order of creation, after the given one. */
export const accountsAfter = (db: Db, after: AccountRow | undefined, count: number): Promise<AccountRow[]> =>
  db.rows(sql`
    select account_id as "accountId", name, created_at as "createdAt" from account
    where ${after === undefined ? sql`true` : sql`(created_at, account_id) > (${after.createdAt}, ${after.accountId}::uuid)`}
    order by created_at, account_id
    limit ${count}`);

export async function insertKey(db: Db, key: KeyRow & { digest: Buffer }): Promise<void> {
  await db.rows(sql`
    insert into api_key (api_key_id, account_id, name, digest, hint, created_at, operator, read_only, writes_alerts,
                         expires_at, person_id, of_console)
    values (${key.apiKeyId}, ${key.accountId}, ${key.name}, ${key.digest}, ${key.hint}, ${key.createdAt}, ${key.operator},
            ${key.scope !== 'FULL'}, ${key.scope === 'ALERTS'}, ${key.expiresAt}, ${key.personId}, ${key.ofConsole})`);
}

const keyColumns = sql`
  api_key.api_key_id as "apiKeyId", api_key.account_id as "accountId", name, hint,
  api_key.created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", operator,
  case when writes_alerts then 'ALERTS' when read_only then 'READ' else 'FULL' end as scope, expires_at as "expiresAt", api_key.person_id as "personId", of_console as "ofConsole"`;

/** A key with what its account and the person who created it have now. */
export interface LiveKey extends KeyRow {
  billedInCredits: boolean;
  /** Of the person who created it; that of an owner for a key of a command. */
  role: Role;
}

/**
 * A revoked or expired key is not found, like one that never existed: callers cannot distinguish them. Nor is a key of
 * a person who is no longer on the account.
 */
export const liveKeyByDigest = (db: Db, digest: Buffer): Promise<LiveKey | undefined> =>
  firstRow(
    db,
    sql`
    select ${keyColumns}, coalesce(member.role, 'OWNER') as role,
           exists (select from account_credit where account_credit.account_id = api_key.account_id) as "billedInCredits"
    from api_key left join account_member member
      on member.account_id = api_key.account_id and member.person_id = api_key.person_id
    where digest = ${digest} and revoked_at is null and (expires_at is null or expires_at > now())
      and (api_key.person_id is null or member.person_id is not null)`,
  );

const MAX_REVOKED_ROWS = 1_000;

/**
 * The keys revoked since that moment, the latest first. It reads a minute more: clocks of processes differ, and a
 * revocation is visible some time after its timestamp.
 */
export const keysRevokedSince = (
  db: Db,
  since: Date | undefined,
): Promise<{ apiKeyId: string; revokedAt: Date }[]> =>
  db.rows(sql`
    select api_key_id as "apiKeyId", revoked_at as "revokedAt" from api_key
    where revoked_at >= coalesce(${since ?? null}::timestamptz - interval '1 minute', '-infinity')
    order by revoked_at desc limit ${MAX_REVOKED_ROWS}`);

export const keysOfAccount = (db: Db, accountId: string): Promise<KeyRow[]> =>
  db.rows(
    sql`select ${keyColumns} from api_key where account_id = ${accountId} order by created_at, api_key_id`,
  );

/** Returns when a key was revoked: the first call counts, a second one changes nothing. */
export const markRevoked = (db: Db, apiKeyId: string, now: Date): Promise<KeyRow | undefined> =>
  firstRow(
    db,
    sql`
    update api_key set revoked_at = coalesce(revoked_at, ${now}) where api_key_id = ${apiKeyId}
    returning ${keyColumns}`,
  );

export async function markUsed(db: Db, used: ReadonlyMap<string, Date>): Promise<void> {
  await db.rows(sql`
    update api_key set last_used_at = greatest(last_used_at, used.at)
    from unnest(${[...used.keys()]}::uuid[], ${[...used.values()]}::timestamptz[]) as used (api_key_id, at)
    where api_key.api_key_id = used.api_key_id`);
}

export interface GrantRequest {
  accountId: string;
  wanted: number;
  permitted: number;
  windowSlots: number;
  unusedSlot: number;
  unused: number;
}

export interface GrantResult {
  granted: number;
  free: number;
  slot: number;
  slotEndsInMs: number;
  retrySlot: number;
}

export async function requestGrant(db: Db, request: GrantRequest): Promise<GrantResult> {
  const result = await firstRow<GrantResult>(
    db,
    sql`
    select granted, free, slot, slot_ends_in_ms as "slotEndsInMs", retry_slot as "retrySlot"
    from grant_requests(${request.accountId}, ${request.wanted}, ${request.permitted}, ${request.windowSlots}, ${request.unusedSlot}, ${request.unused})`,
  );
  if (result === undefined) throw new Error('grant_requests returned no row');
  return result;
}

const RATE_QUEUE: WorkQueue = { table: 'request_rate', key: ['account_id'] };

/** Locked rows are passed over: an account that is being counted now is not idle. */
export async function deleteIdleRates(db: Db, idleSeconds: number): Promise<void> {
  const idle = unlockedRows(RATE_QUEUE, {
    where: sql`coalesce(slots[cardinality(slots)], 0) < extract(epoch from clock_timestamp()) - ${idleSeconds}::int`,
  });
  await takeRows(db, RATE_QUEUE, idle, sql`1`);
}
