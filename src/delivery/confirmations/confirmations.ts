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

/** Counts one more confirmation mail, or says which limit it would break. Call it in the transaction that enqueues the mail. */
export async function countConfirmationMail(
  db: Db,
  clock: Clock,
  { accountId, email }: { accountId: string; email: string },
): Promise<TooManyMails | undefined> {
  const asked = { accountId, recipient: normalizeRecipient(email) };
  await lockConfirmationMails(db);
  const now = clock.now();
  let worst: TooManyMails | undefined;
  for (const limit of MAIL_LIMITS) {
    const oldest = await findOldestInWindow(db, limit, asked, now);
    if (oldest === undefined) continue;
    const retryInMs = oldest.getTime() + limit.windowMs - now.getTime();
    if (worst === undefined || retryInMs > worst.retryInMs) worst = { limit, retryInMs };
  }
  if (worst === undefined) await insertConfirmationMail(db, asked, now);
  return worst;
}

/** When the recipient said no to this account, whatever became of the destination since. */
export const findRefusal = (db: Db, accountId: string, email: string): Promise<Date | undefined> =>
  findRefusedAt(db, { accountId, recipient: normalizeRecipient(email) });

export const recordRefusal = (db: Db, accountId: string, email: string, now: Date): Promise<void> =>
  insertRefusal(db, { accountId, recipient: normalizeRecipient(email) }, now);

export const confirmationMailCleanupJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'forget old confirmation mails',
  everyMs: CLEANUP_EVERY_MS,
  run: () => deleteConfirmationMails(db, new Date(clock.now().getTime() - MAX_MAIL_WINDOW_MS)),
});
