import { type Db, firstRow, type Sql, sql } from '../../db/sql.ts';
import { newId } from '../../lib/ids.ts';
import type { MailLimit } from './limits.ts';

export interface MailSubject {
  accountId: string;
  recipient: string;
}

/**
 * Serialises counting over all processes until the transaction ends: two at once would both find the last free slot.
 */
export async function lockConfirmationMails(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('confirmation mails', 0))`);
}

const limitCondition = ({ scope }: MailLimit, { accountId, recipient }: MailSubject): Sql => {
  if (scope === 'account') return sql`account_id = ${accountId}`;
  return scope === 'recipient' ? sql`recipient = ${recipient}` : sql`true`;
};

/** When the oldest of the last `maxMails` was sent; undefined when there were fewer within the window. */
export async function findOldestInWindow(
  db: Db,
  limit: MailLimit,
  subject: MailSubject,
  now: Date,
): Promise<Date | undefined> {
  const [from, to] = [new Date(now.getTime() - limit.windowMs), new Date(now.getTime() + limit.windowMs)];
  const row = await firstRow<{ sentAt: Date }>(
    db,
    sql`
    select sent_at as "sentAt" from confirmation_mail
    where ${limitCondition(limit, subject)} and sent_at > ${from} and sent_at < ${to}
    order by sent_at desc offset ${limit.maxMails - 1} limit 1`,
  );
  return row?.sentAt;
}

export async function insertConfirmationMail(
  db: Db,
  { accountId, recipient }: MailSubject,
  now: Date,
): Promise<void> {
  await db.rows(sql`
    insert into confirmation_mail (confirmation_mail_id, account_id, recipient, sent_at)
    values (${newId(now)}, ${accountId}, ${recipient}, ${now})`);
}

export async function deleteConfirmationMails(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from confirmation_mail where sent_at < ${before}`);
}

export const findRefusedAt = async (
  db: Db,
  { accountId, recipient }: MailSubject,
): Promise<Date | undefined> =>
  (
    await firstRow<{ refusedAt: Date }>(
      db,
      sql`
      select refused_at as "refusedAt" from email_refusal
      where account_id = ${accountId} and recipient = ${recipient}`,
    )
  )?.refusedAt;

export async function insertRefusal(db: Db, { accountId, recipient }: MailSubject, now: Date): Promise<void> {
  await db.rows(sql`
    insert into email_refusal (account_id, recipient, refused_at) values (${accountId}, ${recipient}, ${now})
    on conflict do nothing`);
}
