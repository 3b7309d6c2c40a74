import type { Role } from '../accounts/roles.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';

export interface SessionRow {
  id: string;
  provider: string;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** A session with its person. */
export interface SessionWithPersonRow extends SessionRow {
  personId: string;
  accountId: string;
  accountName: string;
  apiKeyId: string;
  role: Role;
  billedInCredits: boolean;
  issuer: string;
  email: string | null;
  name: string | null;
}

const columns = sql`
  console_session_id as id, provider, user_agent as "userAgent", console_session.created_at as "createdAt",
  last_used_at as "lastUsedAt", expires_at as "expiresAt"`;

export async function insertSession(
  db: Db,
  session: SessionRow & { digest: Buffer; personId: string; accountId: string },
): Promise<void> {
  const { id, digest, personId, accountId, provider, userAgent, createdAt, lastUsedAt, expiresAt } = session;
  await db.rows(sql`
    insert into console_session
      (console_session_id, digest, person_id, account_id, provider, user_agent, created_at, last_used_at, expires_at)
    values (${id}, ${digest}, ${personId}, ${accountId}, ${provider}, ${userAgent}, ${createdAt}, ${lastUsedAt}, ${expiresAt})`);
}

/** A session on an account that its person was removed from is not found. */
export const sessionByDigest = (
  db: Db,
  digest: Buffer,
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<SessionWithPersonRow | undefined> =>
  firstRow(
    db,
    sql`
    select ${columns}, person.person_id as "personId", account.account_id as "accountId",
           account.name as "accountName", member.api_key_id as "apiKeyId", member.role, issuer, email, person.name,
           exists (select from account_credit where account_credit.account_id = account.account_id) as "billedInCredits"
    from console_session join person using (person_id)
    join account on account.account_id = console_session.account_id
    join account_member member
      on member.account_id = console_session.account_id and member.person_id = console_session.person_id
    where digest = ${digest} and expires_at > ${now} and last_used_at > ${usedSince}`,
  );

export async function updateLastUsed(db: Db, id: string, now: Date): Promise<void> {
  await db.rows(
    sql`update console_session set last_used_at = greatest(last_used_at, ${now}) where console_session_id = ${id}`,
  );
}

export async function updateSessionAccount(db: Db, id: string, accountId: string): Promise<void> {
  await db.rows(sql`update console_session set account_id = ${accountId} where console_session_id = ${id}`);
}

export const selectSessions = (
  db: Db,
  personId: string,
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<SessionRow[]> =>
  db.rows(sql`
    select ${columns} from console_session
    where person_id = ${personId} and expires_at > ${now} and last_used_at > ${usedSince}
    order by created_at desc, console_session_id`);

export const deleteSession = async (db: Db, personId: string, id: string): Promise<boolean> => {
  const gone = await db.rows(sql`
    delete from console_session where person_id = ${personId} and console_session_id = ${id} returning 1`);
  return gone.length > 0;
};

export const deleteOtherSessions = async (db: Db, personId: string, kept: string): Promise<number> => {
  const gone = await db.rows(sql`
    delete from console_session where person_id = ${personId} and console_session_id <> ${kept} returning 1`);
  return gone.length;
};

export async function deleteSessionByDigest(db: Db, digest: Buffer): Promise<void> {
  await db.rows(sql`delete from console_session where digest = ${digest}`);
}
