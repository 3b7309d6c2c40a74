import type { Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import type { PeriodicJob } from '../../queue/periodic-job.ts';
import { MAIL_LIMITS, MAX_MAIL_WINDOW_MS, type MailLimit, normalizeRecipient } from './limits.ts';
import {
  deleteConfirmationMails,
  findOldestInWindow,
  findRefusedAt,
  insertConfirmationMail,
  insertRefusal,
  lockConfirmationMails,
} from './store.ts';

const CLEANUP_EVERY_MS = HOUR_MS;

export interface TooManyMails {
  limit: MailLimit;
  retryInMs: number;
}

/**
 * Counts one more confirmation mail, or returns the limit that it would exceed. Call it in the transaction that
 * enqueues the mail.
 */
export async function countConfirmationMail(
  db: Db,
  clock: Clock,
  { accountId, email }: { accountId: string; email: string },
): Promise<TooManyMails | undefined> {
  const subject = { accountId, recipient: normalizeRecipient(email) };
  await lockConfirmationMails(db);
  const now = clock.now();
  let worst: TooManyMails | undefined;
  for (const limit of MAIL_LIMITS) {
    const oldest = await findOldestInWindow(db, limit, subject, now);
    if (oldest === undefined) continue;
    const retryInMs = oldest.getTime() + limit.windowMs - now.getTime();
    if (worst === undefined || retryInMs > worst.retryInMs) worst = { limit, retryInMs };
  }
  if (worst === undefined) await insertConfirmationMail(db, subject, now);
  return worst;
}

/** When the recipient unsubscribed from this account, even if the destination is deleted. */
export const findRefusal = (db: Db, accountId: string, email: string): Promise<Date | undefined> =>
  findRefusedAt(db, { accountId, recipient: normalizeRecipient(email) });

export const recordRefusal = (db: Db, accountId: string, email: string, now: Date): Promise<void> =>
  insertRefusal(db, { accountId, recipient: normalizeRecipient(email) }, now);

export const confirmationMailCleanupJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'delete old confirmation mails',
  everyMs: CLEANUP_EVERY_MS,
  run: () => deleteConfirmationMails(db, new Date(clock.now().getTime() - MAX_MAIL_WINDOW_MS)),
});
