import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import { unlockedRows, updateRows } from '../queue/claims.ts';
import type { Role } from './roles.ts';

export type InvitationLanguage = 'en' | 'fr';

export interface NewInvitation {
  accountId: string;
  id: string;
  email: string;
  role: Role;
  language: InvitationLanguage;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface InvitationRow {
  accountId: string;
  accountName: string;
  id: string;
  email: string;
  role: Role;
  language: InvitationLanguage;
  inviter: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** Whether the mail waits to be sent. */
  isWaiting: boolean;
  mailError: string | null;
}

const invitations = sql`
  select invitation.account_id as "accountId", account.name as "accountName", invitation_id as id,
         invitation.email, invitation.role, language, coalesce(person.name, person.email) as inviter,
         invitation.created_at as "createdAt", expires_at as "expiresAt", mail_due_at is not null as "isWaiting",
         mail_error as "mailError"
  from account_invitation invitation join account on account.account_id = invitation.account_id
  join person on person.person_id = invitation.invited_by`;

const isPending = (now: Date): Sql => sql`accepted_at is null and revoked_at is null and expires_at > ${now}`;

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  const { accountId, id, email, role, language, invitedBy, createdAt, expiresAt } = invitation;
  await db.rows(sql`
    insert into account_invitation
      (account_id, invitation_id, email, role, language, invited_by, created_at, expires_at, mail_due_at)
    values (${accountId}, ${id}, ${email}, ${role}, ${language}, ${invitedBy}, ${createdAt}, ${expiresAt}, ${createdAt})`);
}

export const selectPending = (
  db: Db,
  accountId: string,
  { now, page }: { now: Date; page: number },
): Promise<RowPage<InvitationRow>> =>
  selectPage(
    db,
    sql`
    ${invitations}
    where invitation.account_id = ${accountId} and ${isPending(now)}
    order by invitation.created_at desc, invitation_id`,
    page,
  );

export const selectPendingById = (
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<InvitationRow | undefined> =>
  firstRow(
    db,
    sql`${invitations} where invitation.account_id = ${accountId} and invitation_id = ${id} and ${isPending(now)}`,
  );

/** Of one email, or of one id; false when none was pending. */
export async function revokePending(
  db: Db,
  { accountId, ...which }: { accountId: string } & ({ email: string } | { id: string }),
  now: Date,
): Promise<boolean> {
  const chosen = 'id' in which ? sql`invitation_id = ${which.id}` : sql`email = ${which.email}`;
  const revoked = await db.rows(sql`
    update account_invitation set revoked_at = ${now}, mail_due_at = null
    where account_id = ${accountId} and ${chosen} and ${isPending(now)}
    returning 1`);
  return revoked.length > 0;
}

/** Accepted once: a second call finds no row. */
export const markAccepted = (
  db: Db,
  { accountId, id, personId }: { accountId: string; id: string; personId: string },
  now: Date,
): Promise<{ role: Role } | undefined> =>
  firstRow(
    db,
    sql`
    update account_invitation set accepted_at = ${now}, accepted_by = ${personId}, mail_due_at = null
    where account_id = ${accountId} and invitation_id = ${id} and ${isPending(now)}
    returning role`,
  );

const MAILS = { table: 'account_invitation', key: ['account_id', 'invitation_id'] };

/** Invitations whose mail is due. Another worker finds them again only after `retryAt`. */
export async function claimDueMails(
  db: Db,
  { now, retryAt, limit }: { now: Date; retryAt: Date; limit: number },
): Promise<InvitationRow[]> {
  const due = { where: sql`mail_due_at <= ${now} and ${isPending(now)}`, orderBy: sql`mail_due_at`, limit };
  const claimed = await updateRows<{ id: string }>(db, MAILS, unlockedRows(MAILS, due), {
    set: sql`mail_due_at = ${retryAt}`,
    returning: sql`invitation_id as id`,
  });
  if (claimed.length === 0) return [];
  return db.rows(sql`${invitations} where invitation_id = any (${claimed.map(({ id }) => id)})`);
}

/** The mail is sent, or refused with an error: it is not sent again. */
export async function markMailed(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  error: string | null,
): Promise<void> {
  await db.rows(sql`
    update account_invitation set mail_due_at = null, mail_error = ${error}
    where account_id = ${accountId} and invitation_id = ${id}`);
}

export async function deleteInvitationsBefore(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from account_invitation where expires_at < ${before}`);
}
