import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

/** So many confirmation mails in any moving window. */
export interface MailLimit {
  scope: 'account' | 'recipient' | 'service';
  maxMails: number;
  windowMs: number;
}

/**
 * The strictest first. A person confirms with the first mail or the second; an account of 100 destinations sets them up within a day; the
 * service as a whole stays below what mail providers take for spam of a small sender.
 */
export const MAIL_LIMITS: readonly MailLimit[] = [
  { scope: 'recipient', maxMails: 3, windowMs: DAY_MS },
  { scope: 'account', maxMails: 20, windowMs: HOUR_MS },
  { scope: 'service', maxMails: 500, windowMs: HOUR_MS },
];

export const MAX_MAIL_WINDOW_MS = Math.max(...MAIL_LIMITS.map(({ windowMs }) => windowMs));

/** Which mailbox an address reaches: one that was mailed three times is not mailed again as name+1@host, nor as NAME@host. */
export const normalizeRecipient = (email: string): string =>
  email.toLowerCase().replace(/\+[^@]{0,64}@/, '@');
